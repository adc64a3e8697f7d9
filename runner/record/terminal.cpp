#include "runner/record/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "runner/support/error.h"

namespace cxprof {
namespace {

void copy_window_size(int from, int to) {
  winsize size{};
  if (ioctl(from, TIOCGWINSZ, &size) == 0) ioctl(to, TIOCSWINSZ, &size);
}

// A pseudo-terminal like our terminal `model`, but for output processing.
void open_pseudo_terminal(int model, UniqueFd& ours, UniqueFd& programs) {
  ours = UniqueFd(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  std::array<char, 128> name{};
  if (!ours || grantpt(ours.get()) != 0 || unlockpt(ours.get()) != 0 ||
      ptsname_r(ours.get(), name.data(), name.size()) != 0) {
    fail("cannot give the program a terminal: {}; redirect its output to do without",
         std::strerror(errno));
  }
  programs = UniqueFd(::open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  termios modes{};
  if (!programs || tcgetattr(model, &modes) != 0) {
    fail("cannot give the program a terminal: {}; redirect its output to do without",
         std::strerror(errno));
  }
  modes.c_oflag &= ~static_cast<tcflag_t>(OPOST);
  tcsetattr(programs.get(), TCSANOW, &modes);
  copy_window_size(model, programs.get());
}

void connect_output(int ours_fd, UniqueFd& ours, UniqueFd& programs) {
  if (isatty(ours_fd)) {
    open_pseudo_terminal(ours_fd, ours, programs);
    return;
  }
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail("cannot connect the program: {}", std::strerror(errno));
  ours = UniqueFd(ends[0]);
  programs = UniqueFd(ends[1]);
}

bool in_foreground() { return tcgetpgrp(STDIN_FILENO) == getpgrp(); }

}  // namespace

ProgramStreams connect_streams() {
  ProgramStreams streams;
  connect_output(STDOUT_FILENO, streams.out, streams.program_out);
  connect_output(STDERR_FILENO, streams.err, streams.program_err);
  if (isatty(STDIN_FILENO)) {
    open_pseudo_terminal(STDIN_FILENO, streams.terminal, streams.program_terminal);
    streams.terminal_is_stdin = true;
    fcntl(streams.terminal.get(), F_SETFL, O_NONBLOCK);
  } else if (isatty(STDOUT_FILENO) || isatty(STDERR_FILENO)) {
    int fd = isatty(STDOUT_FILENO) ? streams.program_out.get() : streams.program_err.get();
    streams.program_terminal = UniqueFd(fcntl(fd, F_DUPFD_CLOEXEC, 3));
  }
  return streams;
}

TerminalSession::TerminalSession(const ProgramStreams& streams) : streams_(streams) {
  if (!streams_.terminal_is_stdin) return;
  stop_ = UniqueFd(eventfd(0, EFD_CLOEXEC));
  interrupted_twice_ = UniqueFd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  tcgetattr(streams_.out.get(), &followed_);
  resume();
}

TerminalSession::~TerminalSession() { suspend(); }

void TerminalSession::resize() {
  if (streams_.terminal_is_stdin) copy_window_size(STDIN_FILENO, streams_.terminal.get());
  if (isatty(STDOUT_FILENO)) copy_window_size(STDOUT_FILENO, streams_.out.get());
  if (isatty(STDERR_FILENO)) copy_window_size(STDERR_FILENO, streams_.err.get());
}

void TerminalSession::suspend() {
  if (!raw_) return;
  eventfd_write(stop_.get(), 1);
  input_.join();
  eventfd_t discarded = 0;
  eventfd_read(stop_.get(), &discarded);
  // From the background the kernel would stop us for it; then the terminal is somebody else's.
  if (in_foreground()) tcsetattr(STDIN_FILENO, TCSADRAIN, &saved_);
  raw_ = false;
}

void TerminalSession::resume() {
  if (!streams_.terminal_is_stdin || raw_ || !in_foreground()) return;
  if (tcgetattr(STDIN_FILENO, &saved_) != 0) return;
  // Typed characters are to reach the program's terminal as they are: it does echo, lines, Ctrl-C.
  termios modes = saved_;
  cfmakeraw(&modes);
  modes.c_oflag = saved_.c_oflag;
  if (tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) != 0) return;
  raw_ = true;
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  input_ = std::thread([this] { forward_input(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

// Programs like those of curses set modes (no echo, no lines) on their stdout, which is the same
// terminal as stdin for them; stdin's follows.
void TerminalSession::follow_modes() {
  termios modes{};
  if (!isatty(streams_.out.get()) || tcgetattr(streams_.out.get(), &modes) != 0) return;
  if (std::memcmp(&modes, &followed_, sizeof modes) == 0) return;
  followed_ = modes;
  tcsetattr(streams_.program_terminal.get(), TCSANOW, &modes);
}

void TerminalSession::forward_input() {
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_interrupt = Clock::time_point::min();
  int terminal = streams_.terminal.get();
  std::array<pollfd, 2> ready{{{STDIN_FILENO, POLLIN, 0}, {stop_.get(), POLLIN, 0}}};
  for (;;) {
    if (::poll(ready.data(), ready.size(), -1) < 0) continue;
    if (ready[1].revents) return;
    std::array<char, 4096> buffer;
    ssize_t size = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (size <= 0) return;
    follow_modes();
    std::string_view typed(buffer.data(), static_cast<std::size_t>(size));

    termios modes{};
    tcgetattr(terminal, &modes);
    if ((modes.c_lflag & ISIG) != 0) {
      for (char key : typed) {
        if (static_cast<cc_t>(key) != modes.c_cc[VINTR]) continue;
        bool again = last_interrupt != Clock::time_point::min() &&
                     Clock::now() - last_interrupt < std::chrono::seconds(1);
        if (again) eventfd_write(interrupted_twice_.get(), 1);
        last_interrupt = Clock::now();
      }
    }
    while (!typed.empty()) {
      ssize_t written = ::write(terminal, typed.data(), typed.size());
      if (written > 0) {
        typed.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno == EAGAIN) {  // the program does not read
        std::array<pollfd, 2> writable{{{terminal, POLLOUT, 0}, {stop_.get(), POLLIN, 0}}};
        ::poll(writable.data(), writable.size(), -1);
        if (writable[1].revents) return;
      } else if (errno != EINTR) {
        return;
      }
    }
  }
}

}  // namespace cxprof
