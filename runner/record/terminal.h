#pragma once

#include <termios.h>

#include <memory>
#include <thread>

#include "runner/record/unique_fd.h"

namespace cxprof {

/// What a program's standard streams are connected to: a pipe each, or, where the runner's own
/// stream is a terminal, a pseudo-terminal each.
struct ProgramStreams {
  /// The program's ends. `terminal` is its controlling terminal; none: no stream is a terminal.
  UniqueFd program_out, program_err, program_terminal;
  bool terminal_is_stdin = false;
  /// Our ends. `terminal` only with terminal_is_stdin: what is typed goes in, its echo comes out.
  UniqueFd out, err, terminal;
};

/// Connects a program's streams by what ours are. Each stream has its own pseudo-terminal, so that
/// stdout and stderr can be kept apart and the echo of what is typed is in neither; their output
/// processing is off (no "\n" → "\r\n"), so that what is kept is what was written: the user's
/// terminal does it. Throws Error when the system has no more of them.
ProgramStreams connect_streams();

/// The user's terminal while the program uses it: hands on what is typed, keeps window sizes equal,
/// and puts the terminal's modes back at the end.
class TerminalSession {
 public:
  /// `streams` must outlive the session. Does nothing where no stream is a terminal.
  explicit TerminalSession(const ProgramStreams& streams);
  ~TerminalSession();
  TerminalSession(const TerminalSession&) = delete;
  TerminalSession& operator=(const TerminalSession&) = delete;

  /// SIGWINCH came: tells the program.
  void resize();
  /// The program was stopped from the keyboard: gives the terminal back …
  void suspend();
  /// … and takes it again. Also to be called at SIGCONT. Nothing while we run in the background.
  void resume();
  /// Ctrl-C was typed twice within a second.
  [[nodiscard]] int interrupt_event() const { return interrupted_twice_.get(); }

 private:
  void forward_input();
  void follow_modes();

  const ProgramStreams& streams_;
  bool raw_ = false;
  termios saved_{};
  termios followed_{};  ///< Modes of the program's stdout when last looked at.
  UniqueFd stop_;
  UniqueFd interrupted_twice_;
  std::thread input_;
};

}  // namespace cxprof
