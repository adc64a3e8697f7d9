#include "runner/record/run_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <utility>
#include <vector>

#include "runner/record/run_name.h"
#include "runner/record/session.h"
#include "runner/support/error.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

std::string time_stamp() {
  std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y%m%d-%H%M%S", &local);
  return text.data();
}

// Behind the newest run of this second: a number that retention has freed is not used again, since
// the run would count as an older one than it is.
RunName next_name(const std::filesystem::path& parent) {
  namespace fs = std::filesystem;
  RunName next{time_stamp(), 1};
  std::error_code error;
  for (fs::directory_iterator entry(parent, error), end; !error && entry != end;
       entry.increment(error)) {
    auto name = parse_run_name(entry->path().filename().string());
    if (name && name->stamp == next.stamp && !(*name < next)) next.number = name->number + 1;
  }
  return next;
}

// mkdir says atomically whether a name was free: the first one that `next` gives and is.
template <typename Next>
std::filesystem::path make_first_free(const std::filesystem::path& parent, Next next) {
  for (;;) {
    std::filesystem::path path = parent / next();
    if (::mkdir(path.c_str(), 0777) == 0) return path;
    if (errno == EEXIST) continue;
    fail("cannot create {}: {}; choose a writable --output-dir", path.string(),
         std::strerror(errno));
  }
}

// The highest number of a run in a session.
unsigned last_number(const std::filesystem::path& session) {
  std::vector<std::filesystem::path> runs = runs_of_session(session);
  return runs.empty() ? 0 : session_run_number(runs.back().filename().string()).value_or(0);
}

UniqueFd open_directory(const std::filesystem::path& path) {
  return UniqueFd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

}  // namespace

std::filesystem::path RunDirectory::create_session(const std::filesystem::path& sessions) {
  UniqueFd turn = open_directory(sessions);
  ::flock(turn.get(), LOCK_EX);
  RunName next = next_name(sessions);
  return make_first_free(sessions, [&next] {
    std::string name = next.text();
    ++next.number;
    return name;
  });
}

RunDirectory RunDirectory::create_in_session(const std::filesystem::path& session,
                                             const std::string& executable) {
  UniqueFd turn = open_directory(session);
  ::flock(turn.get(), LOCK_EX);
  unsigned number = last_number(session);
  return RunDirectory(make_first_free(
      session, [&] { return fmt::format("{:03}-{}", ++number, file_name_from(executable)); }));
}

RunDirectory::RunDirectory(std::filesystem::path path)
    : path_(std::move(path)), lock_(open_directory(path_)) {
  // File systems without locks: retention, which cannot lock either, then keeps everything.
  ::flock(lock_.get(), LOCK_SH | LOCK_NB);
}

RunDirectory RunDirectory::create(const std::filesystem::path& output_root,
                                  const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path root = fs::absolute(output_root, error);
  if (error) {
    fail("cannot find {}: {}; choose an absolute --output-dir", output_root.string(),
         error.message());
  }
  fs::path parent = root / file_name_from(name);
  fs::create_directories(parent, error);
  if (error) {
    fail("cannot create {}: {}; choose a writable --output-dir", parent.string(), error.message());
  }
  // One at a time, so that the names are in the order of the runs. Where locks do not work mkdir
  // still keeps them apart.
  UniqueFd turn = open_directory(parent);
  ::flock(turn.get(), LOCK_EX);
  RunName next = next_name(parent);
  return RunDirectory(make_first_free(parent, [&next] {
    std::string free = next.text();
    ++next.number;
    return free;
  }));
}

RunDirectory RunDirectory::create_at(const std::filesystem::path& path) {
  if (::mkdir(path.c_str(), 0777) != 0) {
    fail("cannot create {}: {}", path.string(), std::strerror(errno));
  }
  return RunDirectory(path);
}

void RunDirectory::stay_locked() { (void)lock_.release(); }

void RunDirectory::mark_latest() const {
  point_link_to(path_.parent_path() / "latest", path_.filename());
}

void RunDirectory::mark_latest_of(const std::filesystem::path& profile_folder) const {
  std::error_code error;
  std::filesystem::create_directories(profile_folder, error);
  point_link_to(profile_folder / "latest", path_.lexically_relative(profile_folder));
}

void point_link_to(const std::filesystem::path& link, const std::filesystem::path& target) {
  namespace fs = std::filesystem;
  fs::path fresh = link.parent_path() / (".latest-" + std::to_string(getpid()));
  std::error_code error;
  fs::remove(fresh, error);
  fs::create_directory_symlink(target, fresh, error);
  if (!error) fs::rename(fresh, link, error);
  if (!error) return;
  spdlog::debug("{} is not kept up to date: {}", link.string(), error.message());
  fs::remove(fresh, error);
}

}  // namespace cxprof
