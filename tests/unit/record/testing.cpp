#include "tests/unit/record/testing.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "runner/record/unique_fd.h"
#include "runner/support/logging.h"

namespace cxprof::testing {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void execute(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  _exit(96);
}

void open_as_stdin(const std::filesystem::path& input) {
  int fd = ::open(input.empty() ? "/dev/null" : input.c_str(), O_RDONLY);
  dup2(fd, STDIN_FILENO);
  if (fd != STDIN_FILENO) ::close(fd);
}

// Reads until both streams end (or the terminal hangs up), doing what is to be done meanwhile.
void attend(pid_t pid, std::array<int, 2> sources, std::array<std::string*, 2> texts,
            std::vector<Action> actions, int terminal) {
  auto start = Clock::now();
  std::size_t next = 0;
  while (sources[0] >= 0 || sources[1] >= 0) {
    if (Clock::now() - start > std::chrono::seconds(30)) kill(pid, SIGKILL);
    if (next < actions.size() && Clock::now() - start >= actions[next].after) {
      const Action& action = actions[next++];
      if (action.signal) kill(pid, action.signal);
      if (!action.typed.empty()) {
        (void)!::write(terminal, action.typed.data(), action.typed.size());
      }
    }
    std::array<pollfd, 2> ready{{{sources[0], POLLIN, 0}, {sources[1], POLLIN, 0}}};
    ::poll(ready.data(), ready.size(), 20);
    for (std::size_t i = 0; i < 2; ++i) {
      if (!ready[i].revents) continue;
      std::array<char, 65536> buffer;
      ssize_t size = ::read(sources[i], buffer.data(), buffer.size());
      if (size > 0) texts[i]->append(buffer.data(), static_cast<std::size_t>(size));
      if (size <= 0) sources[i] = -1;
    }
  }
}

}  // namespace

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "cxprof-test-XXXXXX").string();
  path_ = mkdtemp(name.data());
}

TemporaryDirectory::~TemporaryDirectory() {
  start_logging("warning");  // lets go of a runner.log in there
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

std::string contents(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

void write_file(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

RecordLimits test_limits() {
  RecordLimits limits;
  limits.launcher = CXPROF_TEST_LAUNCHER;
  return limits;
}

std::filesystem::path fake_perf(const std::string& name) {
  return std::filesystem::path(CXPROF_TEST_FAKES) / name;
}

RecordRequest request_for(const std::filesystem::path& root, const std::string& fake,
                          std::vector<std::string> arguments) {
  RecordRequest request;
  request.output_root = root;
  request.name = "test";
  request.quiet_program = true;
  if (!fake.empty()) request.perf = fake_perf(fake);
  request.command.arguments = std::move(arguments);
  return request;
}

int Outcome::exit_code() const { return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : -1; }
int Outcome::signal() const { return WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0; }

Outcome run_command(const std::vector<std::string>& arguments, const std::filesystem::path& input,
                    std::vector<Action> actions) {
  Outcome outcome;
  int out[2];
  int err[2];
  if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) std::abort();
  auto start = Clock::now();
  pid_t pid = fork();
  if (pid == 0) {
    setpgid(0, 0);
    open_as_stdin(input);
    dup2(out[1], STDOUT_FILENO);
    dup2(err[1], STDERR_FILENO);
    execute(arguments);
  }
  ::close(out[1]);
  ::close(err[1]);
  UniqueFd out_end(out[0]);
  UniqueFd err_end(err[0]);
  attend(pid, {out[0], err[0]}, {&outcome.out, &outcome.err}, std::move(actions), -1);
  waitpid(pid, &outcome.wait_status, 0);
  outcome.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return outcome;
}

Outcome run_on_terminal(const std::vector<std::string>& arguments, std::vector<Action> actions,
                        const std::filesystem::path& input) {
  Outcome outcome;
  winsize size{33, 99, 0, 0};
  int terminal = -1;
  auto start = Clock::now();
  pid_t pid = forkpty(&terminal, nullptr, nullptr, &size);
  if (pid == 0) {
    if (!input.empty()) open_as_stdin(input);
    execute(arguments);
  }
  UniqueFd end(terminal);
  attend(pid, {terminal, -1}, {&outcome.out, &outcome.err}, std::move(actions), terminal);
  waitpid(pid, &outcome.wait_status, 0);
  outcome.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return outcome;
}

bool dies_soon(int pid) {
  for (int i = 0; i < 300; ++i, usleep(10'000)) {
    std::string status = contents("/proc/" + std::to_string(pid) + "/stat");
    std::size_t name_end = status.rfind(')');
    if (name_end == std::string::npos || status.substr(name_end, 3) == ") Z") return true;
  }
  return false;
}

std::vector<std::string> driver(const std::filesystem::path& root, std::vector<std::string> options,
                                const std::vector<std::string>& program) {
  std::vector<std::string> arguments{CXPROF_TEST_DRIVER, "--root", root.string()};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.emplace_back("--");
  arguments.insert(arguments.end(), program.begin(), program.end());
  return arguments;
}

std::string perf_unavailable() {
  static const std::string reason = [] {
    TemporaryDirectory directory;
    Outcome tried = run_command({"perf", "record", "-e", "cpu-clock", "-o",
                                 (directory.path() / "perf.data").string(), "--", "true"});
    return tried.exit_code() == 0 ? std::string() : "perf cannot record here: " + tried.err;
  }();
  return reason;
}

}  // namespace cxprof::testing
