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

}  // namespace

RunDirectory RunDirectory::create(const std::filesystem::path& output_root,
                                  const std::string& name) {
  namespace fs = std::filesystem;
  fs::path parent = fs::absolute(output_root) / file_name_from(name);
  std::error_code error;
  fs::create_directories(parent, error);
  if (error) {
    fail("cannot create {}: {}; choose a writable --output-dir", parent.string(), error.message());
  }
  std::string stamp = time_stamp();
  for (int n = 1;; ++n) {
    fs::path path = parent / (n == 1 ? stamp : stamp + "-" + std::to_string(n));
    // mkdir says atomically whether the name was free.
    if (::mkdir(path.c_str(), 0777) != 0) {
      if (errno == EEXIST) continue;
      fail("cannot create {}: {}; choose a writable --output-dir", path.string(),
           std::strerror(errno));
    }
    RunDirectory directory;
    directory.path_ = path;
    directory.lock_ = UniqueFd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // File systems without locks: retention, which cannot lock either, then keeps everything.
    ::flock(directory.lock_.get(), LOCK_SH | LOCK_NB);
    return directory;
  }
}

void RunDirectory::mark_latest() const {
  namespace fs = std::filesystem;
  fs::path link = path_.parent_path() / "latest";
  fs::path fresh = path_.parent_path() / (".latest-" + std::to_string(getpid()));
  std::error_code error;
  fs::remove(fresh, error);
  fs::create_directory_symlink(path_.filename(), fresh, error);
  if (!error) fs::rename(fresh, link, error);
  if (error) spdlog::debug("{} is not kept up to date: {}", link.string(), error.message());
}

}  // namespace cxprof
