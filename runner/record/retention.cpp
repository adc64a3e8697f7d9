#include "runner/record/retention.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "runner/record/run_name.h"
#include "runner/record/unique_fd.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;

struct Run {
  RunName name;
  fs::path path;
  bool operator<(const Run& other) const { return name < other.name; }
};

bool is_finished(const fs::path& directory) {
  UniqueFd fd(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  // Who works with it holds a shared lock. Where locks do not work nothing is removed.
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
    auto name = parse_run_name(entry->path().filename().string());
    if (name) runs.push_back({std::move(*name), entry->path()});
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
