#pragma once

#include <string>

namespace cxprof {

enum class ExitKind {
  unknown,      ///< No program was run by us (a recording made elsewhere).
  exited,       ///< Ended by itself; `code` holds its exit code.
  signalled,    ///< Died of `signal`.
  timed_out,    ///< We ended it at the time limit; `signal` is what it finally died of, 0 if it
                ///< exited.
  not_started,  ///< Could not be executed; `code` is 126 (not executable) or 127 (not found).
};

/// How the profiled program ended. Never the status of a tool around it.
struct ExitStatus {
  ExitKind kind = ExitKind::unknown;
  int code = 0;    ///< 0..255; meaningful for `exited` and `not_started`.
  int signal = 0;  ///< Signal number; meaningful for `signalled` and `timed_out`.

  bool operator==(const ExitStatus&) const = default;
};

/// A few words for reports: "exited with 3", "killed by signal 11 (SIGSEGV)", "stopped at the time
/// limit", "could not be executed", "not known".
std::string describe(const ExitStatus& status);

}  // namespace cxprof
