#include "runner/record/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fstream>
#include <sstream>

#if __has_include(<boost/process/v1/child.hpp>)
#include <boost/process/v1/async.hpp>
#include <boost/process/v1/child.hpp>
#include <boost/process/v1/env.hpp>
#include <boost/process/v1/environment.hpp>
#include <boost/process/v1/error.hpp>
#include <boost/process/v1/extend.hpp>
#include <boost/process/v1/io.hpp>
#include <boost/process/v1/posix.hpp>
#include <boost/process/v1/start_dir.hpp>
namespace process = boost::process::v1;
#else
#include <boost/process/async.hpp>
#include <boost/process/child.hpp>
#include <boost/process/env.hpp>
#include <boost/process/environment.hpp>
#include <boost/process/error.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/io.hpp>
#include <boost/process/posix.hpp>
#include <boost/process/start_dir.hpp>
namespace process = boost::process;
#endif

#include "runner/record/unique_fd.h"
#include "runner/support/error.h"

namespace cxprof {
namespace {

process::environment environment_for(const ChildCommand& command) {
  process::environment environment = boost::this_process::environment();
  for (const auto& [name, value] : command.environment_changes) {
    if (value) {
      // Not operator[]: its search reads past the end of entries that are shorter than `name`.
      environment.set(name, *value);
    } else {
      environment.erase(name);
    }
  }
  return environment;
}

}  // namespace

struct ChildProcess::State {
  process::child child;
  bool own_group = false;
  bool ended = false;
  std::function<void(ChildEnd)> on_end;
};

ChildProcess::ChildProcess(boost::asio::io_context& io, const ChildCommand& command,
                           std::function<void(ChildEnd)> on_end)
    : state_(std::make_shared<State>()) {
  UniqueFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!null) fail("cannot open /dev/null, so no tool can be started");
  int output = command.output >= 0 ? command.output : null.get();
  UniqueFd input(command.inherit_stdin ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : -1);
  int input_fd = input ? input.get() : null.get();
  std::string directory =
      command.working_directory.empty() ? "." : command.working_directory.string();
  std::vector<std::string> arguments = command.arguments;
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);

  state_->own_group = command.own_process_group;
  state_->on_end = std::move(on_end);
  // Not process::args, which takes front() of every argument: undefined for an empty one.
  auto set_command = [&argv](auto& executor) {
    executor.exe = argv.front();
    executor.cmd_line = argv.data();
  };
  // In the child, after fork: only async-signal-safe calls.
  auto prepare = [&command](auto&) {
    if (command.own_process_group) setpgid(0, 0);
    for (int fd : command.inherited) fcntl(fd, F_SETFD, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
  };
  auto ended = [state = state_](int, const std::error_code&) {
    state->ended = true;
    // Not the handler's own argument, which is 9 both for exit(9) and for SIGKILL.
    if (state->on_end) state->on_end({state->child.native_exit_code()});
  };
  std::error_code error;
  state_->child = process::child(
      process::extend::on_setup = set_command, environment_for(command),
      process::start_dir = directory, process::posix::fd.bind(STDIN_FILENO, input_fd),
      process::posix::fd.bind(STDOUT_FILENO, output),
      process::posix::fd.bind(STDERR_FILENO, output), process::extend::on_exec_setup = prepare, io,
      process::on_exit = ended, error);
  if (error) fail("cannot start {}: {}", command.arguments.at(0), error.message());
}

ChildProcess::~ChildProcess() {
  state_->on_end = nullptr;
  if (state_->child.valid()) state_->child.detach();
}

void ChildProcess::signal(int signal) {
  if (state_->ended) return;
  pid_t pid = state_->child.id();
  if (state_->own_group) ::kill(-pid, signal);
  ::kill(pid, signal);
}

std::uint64_t ChildProcess::cpu_ticks() const {
  if (state_->ended) return 0;
  std::ifstream in("/proc/" + std::to_string(state_->child.id()) + "/stat");
  std::string text;
  std::getline(in, text);
  // proc(5): the name in parentheses may hold anything; utime and stime are the 12th and 13th
  // field behind it.
  std::istringstream fields(text.substr(std::min(text.rfind(')') + 1, text.size())));
  std::string skipped;
  for (int i = 0; i < 11; ++i) fields >> skipped;
  std::uint64_t user = 0;
  std::uint64_t system = 0;
  fields >> user >> system;
  return user + system;
}

ToolResult run_tool(ChildCommand command, std::chrono::milliseconds limit) {
  constexpr std::size_t most_kept = 65536;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail("cannot start {}: no pipe", command.arguments.at(0));
  boost::asio::io_context io;
  boost::asio::posix::stream_descriptor reader(io, ends[0]);
  reader.non_blocking(true);
  UniqueFd writer(ends[1]);
  command.output = writer.get();

  ToolResult result;
  bool timed_out = false;
  std::array<char, 4096> buffer{};
  auto keep = [&](std::size_t size) {
    result.output.append(buffer.data(), std::min(most_kept - result.output.size(), size));
  };
  std::function<void()> read_on = [&] {
    reader.async_read_some(boost::asio::buffer(buffer),
                           [&](const boost::system::error_code& error, std::size_t size) {
                             keep(size);
                             if (!error) read_on();
                           });
  };
  boost::asio::steady_timer timer(io);
  ChildProcess child(io, command, [&](ChildEnd end) {
    result.end = end;
    timer.cancel();
    // What is left in the pipe, but no waiting for a descendant that keeps it open.
    reader.cancel();
    boost::system::error_code error;
    while (!error) keep(reader.read_some(boost::asio::buffer(buffer), error));
    reader.close(error);
  });
  writer.close();
  read_on();
  timer.expires_after(limit);
  timer.async_wait([&](const boost::system::error_code& cancelled) {
    if (cancelled) return;
    timed_out = true;
    child.signal(SIGKILL);
  });
  io.run();
  if (timed_out) result.end.reset();
  return result;
}

std::filesystem::path find_executable(const std::string& program,
                                      const std::filesystem::path& working_directory) {
  namespace fs = std::filesystem;
  auto absolute = [&](const fs::path& path) {
    // Where our own working directory was removed, nothing relative to it is found.
    std::error_code removed;
    return working_directory.empty() ? fs::absolute(path, removed)
                                     : fs::absolute(working_directory, removed) / path;
  };
  auto is_executable = [](const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
  };
  if (program.empty()) return {};
  if (program.find('/') != std::string::npos) {
    fs::path path = absolute(program);
    return is_executable(path) ? path : fs::path();
  }
  const char* value = std::getenv("PATH");
  std::string search = value ? value : "/bin:/usr/bin";
  for (std::size_t begin = 0; begin <= search.size();) {
    std::size_t end = std::min(search.find(':', begin), search.size());
    std::string directory = search.substr(begin, end - begin);
    fs::path path = absolute(fs::path(directory.empty() ? "." : directory) / program);
    if (is_executable(path)) return path;
    begin = end + 1;
  }
  return {};
}

}  // namespace cxprof
