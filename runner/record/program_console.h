#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "runner/record/output_relay.h"
#include "runner/record/terminal.h"

namespace cxprof {

/// Everything that connects the program with the user: its streams, shown as they are written and
/// kept in files, and the terminal, where there is one.
class ProgramConsole {
 public:
  /// Throws Error when a file cannot be created. `quiet`: only keep, do not show.
  ProgramConsole(const std::filesystem::path& stdout_file, const std::filesystem::path& stderr_file,
                 bool quiet);

  /// The ends for the program.
  [[nodiscard]] const ProgramStreams& streams() const { return streams_; }
  [[nodiscard]] bool has_terminal() const { return has_terminal_; }
  TerminalSession& terminal() { return terminal_; }

  /// The launcher has the program's ends; ours are closed, so that their end can be seen.
  void handed_over();

  /// The program has ended: delivers the rest as OutputRelay::finish does, and gives the terminal
  /// back. False: a file could not be written to the end.
  bool finish(std::chrono::milliseconds drain);

 private:
  ProgramStreams streams_;
  bool has_terminal_ = false;
  OutputRelay out_;
  OutputRelay err_;
  std::optional<OutputRelay> echo_;
  TerminalSession terminal_;
};

}  // namespace cxprof
