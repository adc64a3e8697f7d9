#include "runner/record/run_directory.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>

#include "runner/record/run_name.h"
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

UniqueFd open_directory(const std::filesystem::path& path) {
  return UniqueFd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

}  // namespace

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
  for (RunName next = next_name(parent);; ++next.number) {
    fs::path path = parent / next.text();
    // mkdir says atomically whether the name was free.
    if (::mkdir(path.c_str(), 0777) != 0) {
      if (errno == EEXIST) continue;
      fail("cannot create {}: {}; choose a writable --output-dir", path.string(),
           std::strerror(errno));
    }
    RunDirectory directory;
    directory.path_ = path;
    directory.lock_ = open_directory(path);
    // File systems without locks: retention, which cannot lock either, then keeps everything.
    ::flock(directory.lock_.get(), LOCK_SH | LOCK_NB);
    return directory;
  }
}

RunDirectory RunDirectory::create_at(const std::filesystem::path& path) {
  if (::mkdir(path.c_str(), 0777) != 0) {
    fail("cannot create {}: {}", path.string(), std::strerror(errno));
  }
  RunDirectory directory;
  directory.path_ = path;
  directory.lock_ = open_directory(path);
  ::flock(directory.lock_.get(), LOCK_SH | LOCK_NB);
  return directory;
}

void RunDirectory::stay_locked() { (void)lock_.release(); }

void RunDirectory::mark_latest() const {
  namespace fs = std::filesystem;
  fs::path link = path_.parent_path() / "latest";
  fs::path fresh = path_.parent_path() / (".latest-" + std::to_string(getpid()));
  std::error_code error;
  fs::remove(fresh, error);
  fs::create_directory_symlink(path_.filename(), fresh, error);
  if (!error) fs::rename(fresh, link, error);
  if (!error) return;
  spdlog::debug("{} is not kept up to date: {}", link.string(), error.message());
  fs::remove(fresh, error);
}

}  // namespace cxprof
