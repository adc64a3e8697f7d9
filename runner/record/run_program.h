#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runner/profile/command.h"
#include "runner/profile/exit_status.h"
#include "runner/profile/recording.h"
#include "runner/record/child_process.h"
#include "runner/record/inherited_state.h"
#include "runner/record/record_limits.h"

namespace cxprof {

/// One run of the user's program through the launcher, alone or under a recorder's command.
struct ProgramRunRequest {
  Command command;
  /// The recorder's command line up to where the launcher's is appended. Empty: no recorder.
  std::vector<std::string> wrapper;
  std::map<std::string, std::optional<std::string>> wrapper_environment_changes;
  std::filesystem::path stdout_file;
  std::filesystem::path stderr_file;
  bool quiet_program = false;
  std::optional<std::chrono::milliseconds> timeout;
};

/// How it went. The program has run exactly when `launched`.
struct ProgramRun {
  /// The launcher was told to run the program. Without it the program has not run.
  bool launched = false;
  ExitStatus status;
  std::optional<ResourceUse> resources;  ///< Absent: it was never executed.
  int exec_error = 0;                    ///< errno of the exec; 0: executed.
  /// A signal to us that ended the run before the program was launched; 0: none.
  int interrupted_by = 0;
  bool output_incomplete = false;  ///< stdout.txt or stderr.txt could not be written to the end.

  std::vector<std::string> command_line;  ///< All of it, wrapper and launcher included.
  ChildEnd wrapper_end;                   ///< How the outermost process ended.
  std::string wrapper_output;             ///< What it printed (64 KiB at most).
  bool wrapper_hung = false;              ///< Killed because it did not reach the launcher in time.
  bool wrapper_stopped = false;           ///< Ended by us because it did not end after the program.
};

/// Runs the program and waits for its end and the wrapper's. Signals that end us (INT, TERM, HUP,
/// QUIT) end the program's process group meanwhile, not us. Throws Error before anything is
/// started.
ProgramRun run_program(const ProgramRunRequest& request, const InheritedState& inherited,
                       const RecordLimits& limits);

}  // namespace cxprof
