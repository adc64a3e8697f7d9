#include "runner/symbolize/demangle.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include "runner/support/text.h"
#include "runner/symbolize/rust_name.h"

namespace cxprof {
namespace {

// GCC's and clang's: what stands after the last dots of a clone. Target clones (".avx2",
// ".arch_haswell", ".default") are found by shape: see below.
constexpr std::array<std::string_view, 12> clone_kinds{
    "cold",  "part", "constprop", "isra",    "lto_priv", "localalias",
    "clone", "llvm", "resolver",  "default", "ifunc",    "hot"};

// The demangler recurses; longer names are no help to anybody.
constexpr std::size_t longest_mangled = 1U << 16U;

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_clone_kind(std::string_view text) {
  return std::find(clone_kinds.begin(), clone_kinds.end(), text) != clone_kinds.end() ||
         text.starts_with("arch_") || text.starts_with("avx") || text.starts_with("sse");
}

std::string_view without_version(std::string_view name) {
  std::size_t at = name.find('@');
  return at == std::string_view::npos || at == 0 ? name : name.substr(0, at);
}

}  // namespace

std::string_view without_clone_suffix(std::string_view raw_name) {
  std::string_view name = raw_name;
  while (true) {
    std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0) return name;
    std::string_view head = name.substr(0, dot);
    std::string_view tail = name.substr(dot + 1);
    if (is_number(tail)) {  // ".part.0": the number belongs to the kind before it
      std::size_t kind_dot = head.rfind('.');
      if (kind_dot == std::string_view::npos || kind_dot == 0) return name;
      tail = head.substr(kind_dot + 1);
      head = head.substr(0, kind_dot);
    }
    if (!is_clone_kind(tail)) return name;
    name = head;
  }
}

std::string display_name(std::string_view raw_name) {
  constexpr std::string_view plt = "@plt";
  if (raw_name.size() > plt.size() && raw_name.ends_with(plt)) {
    return display_name(raw_name.substr(0, raw_name.size() - plt.size())) + std::string(plt);
  }
  std::string name(without_clone_suffix(without_version(raw_name)));
  if (name.size() <= longest_mangled) {
    if (auto rust = rust_name(name)) return valid_utf8(*rust);
  }
  if (name.starts_with("_Z") && name.size() <= longest_mangled) {
    int status = 0;
    std::unique_ptr<char, void (*)(void*)> text(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
    if (status == 0 && text) return valid_utf8(text.get());
  }
  return valid_utf8(name);
}

}  // namespace cxprof
