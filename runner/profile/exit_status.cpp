#include "runner/profile/exit_status.h"

#include <fmt/format.h>

#include <cstring>

namespace cxprof {
namespace {

std::string signal_words(int signal) {
  const char* abbreviation = sigabbrev_np(signal);
  return abbreviation ? fmt::format("signal {} (SIG{})", signal, abbreviation)
                      : fmt::format("signal {}", signal);
}

}  // namespace

std::string describe(const ExitStatus& status) {
  switch (status.kind) {
    case ExitKind::exited:
      return fmt::format("exited with {}", status.code);
    case ExitKind::signalled:
      return fmt::format("killed by {}", signal_words(status.signal));
    case ExitKind::timed_out:
      return status.signal
                 ? fmt::format("stopped at the time limit by {}", signal_words(status.signal))
                 : "stopped at the time limit";
    case ExitKind::not_started:
      return status.code == 127 ? "not found" : "could not be executed";
    case ExitKind::unknown:
      break;
  }
  return "not known";
}

}  // namespace cxprof
