#include "runner/record/run_program.h"

#include <fcntl.h>
#include <signal.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <cstring>

#include "runner/record/go_message.h"
#include "runner/record/launcher/protocol.h"
#include "runner/record/launcher_path.h"
#include "runner/record/program_console.h"
#include "runner/record/tool_output.h"
#include "runner/record/unique_fd.h"
#include "runner/support/error.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

using boost::asio::posix::stream_descriptor;
using boost::system::error_code;
using launcher::Message;
using launcher::MessageKind;
using launcher::Order;

ResourceUse resources_of(const Message& ended) {
  ResourceUse use;
  use.wall_seconds = static_cast<double>(ended.wall_nanoseconds) / 1e9;
  use.user_cpu_seconds = static_cast<double>(ended.user_microseconds) / 1e6;
  use.system_cpu_seconds = static_cast<double>(ended.system_microseconds) / 1e6;
  return use;
}

ExitStatus status_of(int wait_status, bool timed_out) {
  ExitStatus status;
  status.signal = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
  status.code = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 0;
  status.kind = timed_out       ? ExitKind::timed_out
                : status.signal ? ExitKind::signalled
                                : ExitKind::exited;
  return status;
}

// One run. All in one thread's io_context, but for the copying of the program's streams.
class Run {
 public:
  Run(const ProgramRunRequest& request, const InheritedState& inherited, const RecordLimits& limits)
      : request_(request), inherited_(inherited), limits_(limits) {}

  ProgramRun run() {
    start();
    io_.run();
    result_.wrapper_output = wrapper_output_->finish();
    return std::move(result_);
  }

 private:
  void start();
  void listen_to_signals();
  void handle_signal(int signal);
  void listen_to_launcher();
  void handle(const Message& message);
  void launch();
  void watch_double_interrupt();
  void end_program(int signal, bool then_kill_rest);
  void stop_with_program(bool whole_group);
  void order(int signal, bool then_kill_rest);
  void launcher_lost();
  void program_is_over();
  void wait_for_wrapper(int rounds);
  void wrapper_ended(ChildEnd end);
  void leave_when_over();
  template <typename Action>
  void after(std::chrono::milliseconds time, Action action) {
    timer_.expires_after(time);
    timer_.async_wait([action](const error_code& cancelled) {
      if (!cancelled) action();
    });
  }

  const ProgramRunRequest& request_;
  const InheritedState& inherited_;
  const RecordLimits& limits_;
  ProgramRun result_;

  boost::asio::io_context io_;
  boost::asio::signal_set signals_{io_};
  boost::asio::steady_timer timer_{io_};       ///< Patience with whoever has to act next.
  boost::asio::steady_timer time_limit_{io_};  ///< request_.timeout
  stream_descriptor control_{io_};
  stream_descriptor double_interrupt_{io_};
  std::optional<ToolOutput> wrapper_output_;
  std::optional<ChildProcess> wrapper_;
  std::optional<ProgramConsole> console_;

  int program_ = 0;  ///< Its process and process group. 0: not executed (yet).
  bool program_over_ = false;
  bool wrapper_over_ = false;
  bool timed_out_ = false;
  bool ending_ = false;  ///< The program was asked to end.
};

void Run::start() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    fail("cannot talk to the launcher: {}", std::strerror(errno));
  }
  control_.assign(ends[0]);
  UniqueFd launchers_end(ends[1]);

  bool wrapped = !request_.wrapper.empty();
  wrapper_output_.emplace(wrapped ? "perf" : "launcher");
  ChildCommand command;
  command.arguments = request_.wrapper;
  command.arguments.push_back(limits_.launcher.empty() ? launcher_path().string()
                                                       : limits_.launcher.string());
  command.arguments.push_back(std::to_string(launchers_end.get()));
  command.arguments.emplace_back("--");
  command.arguments.insert(command.arguments.end(), request_.command.arguments.begin(),
                           request_.command.arguments.end());
  command.working_directory = request_.command.working_directory;
  command.environment_changes = request_.wrapper_environment_changes;
  command.inherit_stdin = true;
  command.inherited = {launchers_end.get()};
  command.output = wrapper_output_->writer();
  // The launcher alone may have to become a session's leader, which a group's leader cannot.
  command.own_process_group = wrapped;
  result_.command_line = command.arguments;

  listen_to_signals();
  spdlog::debug("running {}", printable(shell_quoted(command.arguments)));
  wrapper_.emplace(io_, command, [this](ChildEnd end) { wrapper_ended(end); });
  wrapper_output_->started();
  listen_to_launcher();
  after(limits_.perf_start, [this] {
    result_.wrapper_hung = true;
    wrapper_->signal(SIGKILL);
  });
}

void Run::listen_to_signals() {
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH, SIGCONT}) {
    // What our parent had us ignore (nohup) stays ignored.
    if (!contains_signal(inherited_.ignored_signals, signal)) signals_.add(signal);
  }
  signals_.async_wait([this](const error_code& cancelled, int signal) {
    if (cancelled) return;
    handle_signal(signal);
    if (!(program_over_ && wrapper_over_)) listen_to_signals();
  });
}

void Run::handle_signal(int signal) {
  if (signal == SIGWINCH) {
    if (console_) console_->terminal().resize();
  } else if (signal == SIGCONT) {
    if (console_ && !program_over_) console_->terminal().resume();
  } else if (signal == SIGTSTP) {
    stop_with_program(false);
  } else if (!result_.launched) {
    result_.interrupted_by = signal;
    wrapper_->signal(SIGKILL);
  } else if (!program_over_) {
    spdlog::debug("signal {} is passed on to the program", signal);
    end_program(ending_ ? SIGKILL : signal, false);
  }
}

void Run::end_program(int signal, bool then_kill_rest) {
  ending_ = true;
  order(signal, then_kill_rest);
  if (signal == SIGKILL) return;
  after(limits_.grace, [this, then_kill_rest] { order(SIGKILL, then_kill_rest); });
}

// Stops us as the program was stopped, so that the shell gets its terminal; goes on with it.
void Run::stop_with_program(bool whole_group) {
  order(SIGTSTP, false);
  if (console_) console_->terminal().suspend();
  signals_.remove(SIGTSTP);
  whole_group ? kill(0, SIGTSTP) : raise(SIGTSTP);  // ignored where no shell could continue us
  signals_.add(SIGTSTP);
  if (console_) console_->terminal().resume();
  order(SIGCONT, false);
}

void Run::order(int signal, bool then_kill_rest) {
  if (!result_.launched || program_over_) return;
  Order message{signal, then_kill_rest};
  (void)!::send(control_.native_handle(), &message, sizeof message, MSG_NOSIGNAL);
}

void Run::listen_to_launcher() {
  control_.async_wait(stream_descriptor::wait_read, [this](const error_code& cancelled) {
    if (cancelled) return;
    Message message{};
    ssize_t size = ::recv(control_.native_handle(), &message, sizeof message, MSG_DONTWAIT);
    if (size == static_cast<ssize_t>(sizeof message)) {
      handle(message);
    } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
      launcher_lost();
      return;
    }
    listen_to_launcher();
  });
}

// The launcher was killed: what becomes of the program cannot be known; it is not left behind.
void Run::launcher_lost() {
  if (!result_.launched || program_over_) return;
  if (program_) {
    ::kill(-program_, SIGKILL);
    ::kill(program_, SIGKILL);  // it may have left its group
  }
  result_.status = {ExitKind::signalled, 0, SIGKILL};
  program_is_over();
}

void Run::handle(const Message& message) {
  switch (message.kind) {
    case MessageKind::hello:
      if (!result_.interrupted_by && !result_.wrapper_hung) launch();
      break;
    case MessageKind::started:
      program_ = message.pid;
      break;
    case MessageKind::exec_failed:
      result_.exec_error = message.value;
      result_.status = {ExitKind::not_started, message.value == ENOENT ? 127 : 126, 0};
      program_is_over();
      break;
    case MessageKind::stopped:
      if (console_->has_terminal() && message.value == SIGTSTP) stop_with_program(true);
      break;
    case MessageKind::ended:
      result_.status = status_of(message.value, timed_out_);
      result_.resources = resources_of(message);
      program_is_over();
      break;
  }
}

void Run::launch() {
  timer_.cancel();
  console_.emplace(request_.stdout_file, request_.stderr_file, request_.quiet_program);
  if (!send_go(control_.native_handle(), console_->streams(), inherited_)) return;
  result_.launched = true;
  console_->handed_over();
  watch_double_interrupt();
  if (!request_.timeout) return;
  time_limit_.expires_after(*request_.timeout);
  time_limit_.async_wait([this](const error_code& cancelled) {
    if (cancelled || program_over_) return;
    timed_out_ = true;
    end_program(ending_ ? SIGKILL : SIGTERM, true);
  });
}

void Run::watch_double_interrupt() {
  int event = console_->terminal().interrupt_event();
  if (event < 0) return;
  double_interrupt_.assign(fcntl(event, F_DUPFD_CLOEXEC, 3));
  double_interrupt_.async_wait(stream_descriptor::wait_read, [this](const error_code& cancelled) {
    if (!cancelled) end_program(SIGKILL, false);
  });
}

void Run::program_is_over() {
  program_over_ = true;
  time_limit_.cancel();
  if (wrapper_over_) return leave_when_over();
  wait_for_wrapper(30);
}

// perf may have gigabytes to go through still: it has time as long as it works.
void Run::wait_for_wrapper(int rounds) {
  after(limits_.perf_finish, [this, rounds, before = wrapper_->cpu_ticks()] {
    if (rounds > 0 && wrapper_->cpu_ticks() > before) return wait_for_wrapper(rounds - 1);
    result_.wrapper_stopped = true;
    wrapper_->signal(SIGINT);  // perf still writes its file then
    after(limits_.grace, [this] { wrapper_->signal(SIGKILL); });
  });
}

void Run::wrapper_ended(ChildEnd end) {
  wrapper_over_ = true;
  result_.wrapper_end = end;
  // The launcher's last word may still lie in the socket.
  Message message{};
  while (::recv(control_.native_handle(), &message, sizeof message, MSG_DONTWAIT) ==
         static_cast<ssize_t>(sizeof message)) {
    // A launcher that greets now has lost its recorder already: it is not answered.
    if (message.kind != MessageKind::hello) handle(message);
  }
  leave_when_over();
}

void Run::leave_when_over() {
  bool waiting = result_.launched && !program_over_;
  if (!wrapper_over_ || waiting) return;
  if (console_) result_.output_incomplete = !console_->finish(limits_.drain);
  signals_.cancel();
  timer_.cancel();
  time_limit_.cancel();
  error_code ignored;
  control_.close(ignored);
  double_interrupt_.close(ignored);
}

}  // namespace

ProgramRun run_program(const ProgramRunRequest& request, const InheritedState& inherited,
                       const RecordLimits& limits) {
  return Run(request, inherited, limits).run();
}

}  // namespace cxprof
