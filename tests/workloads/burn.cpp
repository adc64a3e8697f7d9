// workload_burn MILLISECONDS END: burns CPU time in hot(), then ends as END says: a number is its
// exit code; segv, abrt, kill: dies of that signal; ignore: ignores SIGINT and SIGTERM and burns on
// for ever; forever: burns on; leave-group: burns on in the process group of a child, having
// printed its own process id and that group's.
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

volatile unsigned long sink;

__attribute__((noinline)) void hot() {
  for (int i = 0; i < 100000; ++i) sink = sink + static_cast<unsigned long>(i);
}

void join_group_of_child() {
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) pause();
  }
  setpgid(child, child);
  setpgid(0, child);
  std::printf("%d %d\n", static_cast<int>(getpid()), static_cast<int>(getpgid(0)));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 99;
  std::clock_t until = std::atol(argv[1]) * (CLOCKS_PER_SEC / 1000);
  while (std::clock() < until) hot();
  const char* end = argv[2];
  if (std::strcmp(end, "segv") == 0) std::raise(SIGSEGV);
  if (std::strcmp(end, "abrt") == 0) std::abort();
  if (std::strcmp(end, "kill") == 0) std::raise(SIGKILL);
  if (std::strcmp(end, "ignore") == 0) {
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGTERM, SIG_IGN);
  }
  if (std::strcmp(end, "leave-group") == 0) join_group_of_child();
  if (std::strcmp(end, "ignore") == 0 || std::strcmp(end, "forever") == 0 ||
      std::strcmp(end, "leave-group") == 0) {
    for (;;) hot();
  }
  return std::atoi(end);
}
