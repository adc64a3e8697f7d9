#include <signal.h>
#include <spdlog/spdlog.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <cstdlib>

#include "runner/record/record.h"

namespace cxprof {
namespace {

[[noreturn]] void die_of(int signal) {
  spdlog::shutdown();
  std::fflush(nullptr);
  // The program has left its core already; ours would only hide it. Where cores go to a pipe the
  // limit is not asked, but undumpable processes are left alone.
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_DUMPABLE, 0);
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  sigset_t unblocked;
  sigemptyset(&unblocked);
  sigaddset(&unblocked, signal);
  sigprocmask(SIG_UNBLOCK, &unblocked, nullptr);
  raise(signal);
  // A signal whose default is not to end a process: as a shell says it.
  std::_Exit(128 + signal);
}

}  // namespace

void end_like(const ExitStatus& status) {
  constexpr int time_limit = 124;
  constexpr int own_error = 125;
  switch (status.kind) {
    case ExitKind::signalled:
      die_of(status.signal);
    case ExitKind::exited:
    case ExitKind::not_started:
      std::exit(status.code);
    case ExitKind::timed_out:
      std::exit(time_limit);
    case ExitKind::unknown:
      break;
  }
  std::exit(own_error);
}

}  // namespace cxprof
