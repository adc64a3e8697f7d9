#include "runner/record/retention.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "runner/record/unique_fd.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;

struct Run {
  std::string stamp;
  int number = 1;
  fs::path path;
  bool operator<(const Run& other) const {
    return std::tie(stamp, number) < std::tie(other.stamp, other.number);
  }
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// YYYYmmdd-HHMMSS[-n]; anything else is not ours.
std::optional<Run> parse(const fs::path& path) {
  std::string name = path.filename().string();
  constexpr std::size_t stamp_size = 15;
  if (name.size() < stamp_size || name[8] != '-') return std::nullopt;
  for (std::size_t i = 0; i < stamp_size; ++i) {
    if (i != 8 && !is_digit(name[i])) return std::nullopt;
  }
  Run run{name.substr(0, stamp_size), 1, path};
  if (name.size() == stamp_size) return run;
  const char* end = name.data() + name.size();
  auto [rest, error] = std::from_chars(name.data() + stamp_size + 1, end, run.number);
  if (name[stamp_size] != '-' || error != std::errc() || rest != end) return std::nullopt;
  return run;
}

bool is_finished(const fs::path& directory) {
  UniqueFd fd(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  // Who records into it holds a shared lock. Where locks do not work nothing is removed.
  return fd && ::flock(fd.get(), LOCK_EX | LOCK_NB) == 0;
}

}  // namespace

void remove_old_runs(const fs::path& run_directory, unsigned keep) {
  if (keep == 0) return;
  std::vector<Run> runs;
  std::error_code error;
  for (fs::directory_iterator entry(run_directory.parent_path(), error), end;
       !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (entry->is_symlink(ignored) || !fs::exists(entry->path() / "runner.log", ignored)) continue;
    if (auto run = parse(entry->path())) runs.push_back(std::move(*run));
  }
  std::sort(runs.begin(), runs.end());
  std::size_t excess = runs.size() > keep ? runs.size() - keep : 0;
  for (std::size_t i = 0; i < excess; ++i) {
    if (runs[i].path == run_directory || !is_finished(runs[i].path)) continue;
    fs::remove_all(runs[i].path, error);
    spdlog::debug("removed the old run {}{}", runs[i].path.string(),
                  error ? ": " + error.message() : "");
  }
}

}  // namespace cxprof
