#pragma once

#include <signal.h>

namespace cxprof {

/// While it lives, the signals that the recording room waits for reach it, whatever our parent had
/// blocked.
class UnblockedSignals {
 public:
  UnblockedSignals() {
    sigset_t wanted;
    sigemptyset(&wanted);
    for (int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGCONT, SIGTSTP}) {
      sigaddset(&wanted, signal);
    }
    pthread_sigmask(SIG_UNBLOCK, &wanted, &before_);
  }
  ~UnblockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  UnblockedSignals(const UnblockedSignals&) = delete;
  UnblockedSignals& operator=(const UnblockedSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace cxprof
