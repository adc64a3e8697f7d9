#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>

#include <algorithm>
#include <set>

#include "runner/record/run_directory.h"
#include "runner/record/run_name.h"
#include "runner/record/session.h"
#include "runner/record/unique_fd.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;

struct Session {
  RunName name;
  fs::path path;
  bool operator<(const Session& other) const { return name < other.name; }
};

template <typename Visit>
void for_each_entry(const fs::path& directory, Visit visit) {
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    visit(entry->path());
  }
}

// A session of ours: a real directory with a run of ours in it.
bool is_session(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_symlink(path, ignored)) return false;
  std::vector<fs::path> runs = runs_of_session(path);
  return std::any_of(runs.begin(), runs.end(),
                     [&](const fs::path& run) { return fs::exists(run / "runner.log", ignored); });
}

// Who works with a run holds a shared lock on it. Where locks do not work nothing is removed.
bool is_finished(const fs::path& session) {
  for (const fs::path& run : runs_of_session(session)) {
    UniqueFd fd(::open(run.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!fd || ::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) return false;
  }
  return true;
}

// Names of the sessions whose owners still run: they may go on.
std::set<std::string> open_sessions(const fs::path& sessions) {
  std::set<std::string> names;
  for_each_entry(sessions / ".open", [&](const fs::path& key) {
    std::error_code error;
    fs::path target = fs::read_symlink(key, error);
    if (!error && owner_is_alive(key.filename().string())) {
      names.insert(target.filename().string());
    }
  });
  return names;
}

// `latest` of a profile whose newest run went with its session: the newest of those left.
void mend_latest(const fs::path& root) {
  for_each_entry(root, [](const fs::path& profile) {
    fs::path link = profile / "latest";
    std::error_code error;
    if (!fs::is_symlink(link, error) || fs::exists(link, error)) return;
    std::optional<RunName> newest;
    for_each_entry(profile, [&](const fs::path& run) {
      auto name = parse_run_name(run.filename().string());
      if (name && (!newest || *newest < *name)) newest = name;
    });
    if (newest) {
      point_link_to(link, newest->text());
    } else {
      fs::remove(link, error);
    }
  });
}

}  // namespace

void remove_old_sessions(const fs::path& session, unsigned keep) {
  if (keep == 0) return;
  fs::path folder = session.parent_path();
  std::vector<Session> sessions;
  for_each_entry(folder, [&](const fs::path& path) {
    auto name = parse_run_name(path.filename().string());
    if (name && is_session(path)) sessions.push_back({*name, path});
  });
  std::sort(sessions.begin(), sessions.end());
  std::set<std::string> open = open_sessions(folder);
  std::size_t excess = sessions.size() > keep ? sessions.size() - keep : 0;
  bool removed = false;
  for (std::size_t i = 0; i < excess; ++i) {
    const fs::path& old = sessions[i].path;
    if (old == session || open.contains(old.filename().string()) || !is_finished(old)) continue;
    std::error_code error;
    fs::remove_all(old, error);
    removed = true;
    spdlog::debug("removed the old session {}{}", old.string(),
                  error ? ": " + error.message() : "");
  }
  if (removed) mend_latest(folder.parent_path());
}

}  // namespace cxprof
