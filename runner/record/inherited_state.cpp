#include "runner/record/inherited_state.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace cxprof {
namespace {

constexpr int last_signal = 64;

std::vector<int> inheritable_descriptors() {
  std::vector<int> descriptors;
  DIR* directory = opendir("/proc/self/fd");
  if (!directory) return descriptors;
  while (const dirent* entry = readdir(directory)) {
    int fd = std::atoi(entry->d_name);  // "." and ".." give 0
    if (fd <= STDERR_FILENO || fd == dirfd(directory)) continue;
    int flags = fcntl(fd, F_GETFD);
    if (flags >= 0 && !(flags & FD_CLOEXEC)) descriptors.push_back(fd);
  }
  closedir(directory);
  std::sort(descriptors.begin(), descriptors.end());
  return descriptors;
}

}  // namespace

InheritedState inherited_state() {
  InheritedState state;
  sigset_t blocked;
  sigemptyset(&blocked);
  sigprocmask(SIG_BLOCK, nullptr, &blocked);
  for (int signal = 1; signal <= last_signal; ++signal) {
    std::uint64_t bit = std::uint64_t{1} << (signal - 1);
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) {
      state.ignored_signals |= bit;
    }
    if (sigismember(&blocked, signal) == 1) state.blocked_signals |= bit;
  }
  state.descriptors = inheritable_descriptors();
  for (char** entry = environ; entry && *entry; ++entry) {
    state.environment += *entry;
    state.environment += '\0';
  }
  return state;
}

}  // namespace cxprof
