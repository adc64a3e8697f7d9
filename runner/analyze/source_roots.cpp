#include "runner/analyze/source_roots.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <system_error>

namespace cxprof {
namespace {

namespace fs = std::filesystem;

std::string normal(const fs::path& path) {
  std::string text = path.lexically_normal().string();
  while (text.size() > 1 && text.back() == '/') text.pop_back();
  return text;
}

// What follows `root` in `path`; nothing when it does not lie below.
std::optional<std::string_view> below(std::string_view path, std::string_view root) {
  if (root == "/") return path.starts_with('/') ? std::optional(path.substr(1)) : std::nullopt;
  if (!path.starts_with(root) || path.size() <= root.size() || path[root.size()] != '/') {
    return std::nullopt;
  }
  return path.substr(root.size() + 1);
}

}  // namespace

SourceRoots::SourceRoots(const std::vector<fs::path>& roots) {
  for (const fs::path& root : roots) {
    if (root.empty()) continue;
    std::error_code error;
    fs::path absolute = fs::absolute(root, error);
    roots_.push_back(normal(error ? root : absolute));
    fs::path resolved = fs::canonical(root, error);
    if (!error) roots_.push_back(normal(resolved));
  }
}

bool SourceRoots::contains(const std::string& path) const {
  std::string file = normal(path);
  return std::any_of(roots_.begin(), roots_.end(),
                     [&](const std::string& root) { return below(file, root).has_value(); });
}

bool SourceRoots::contains_own(const std::string& path) const {
  std::string file = normal(path);
  return std::any_of(roots_.begin(), roots_.end(), [&](const std::string& root) {
    auto rest = below(file, root);
    return rest && ("/" + std::string(*rest)).find("/_deps/") == std::string::npos;
  });
}

bool is_system_path(const std::string& path) {
  constexpr std::array<std::string_view, 9> roots{"/usr",  "/lib", "/lib32", "/lib64", "/bin",
                                                  "/sbin", "/opt", "/nix",   "/snap"};
  std::string file = normal(path);
  return std::any_of(roots.begin(), roots.end(),
                     [&](std::string_view root) { return below(file, root).has_value(); });
}

}  // namespace cxprof
