#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cxprof {

/// A tool of ours to start (perf, git, the launcher).
struct ChildCommand {
  std::vector<std::string> arguments;       ///< [0]: path of the executable (not searched in PATH).
  std::filesystem::path working_directory;  ///< Empty: ours.
  /// Changes to our environment; absent value: removed.
  std::map<std::string, std::optional<std::string>> environment_changes;
  bool inherit_stdin = false;     ///< False: it reads /dev/null.
  int output = -1;                ///< Receives its stdout and stderr. -1: /dev/null.
  std::vector<int> inherited;     ///< Our close-on-exec descriptors that it gets too.
  bool own_process_group = true;  ///< Terminal signals for our group do not reach it.
};

/// How a child ended: a wait status as of waitpid(2).
struct ChildEnd {
  int wait_status = 0;
  [[nodiscard]] bool succeeded() const { return wait_status == 0; }
};

/// A running child. All children of the runner are started here.
class ChildProcess {
 public:
  /// Starts `command`; `on_end` is called from `io` when it has ended. Throws Error when it could
  /// not be started.
  ChildProcess(boost::asio::io_context& io, const ChildCommand& command,
               std::function<void(ChildEnd)> on_end);
  /// A child that still runs is left running.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Sends `signal` to the child and its process group (to the child alone without one of its own).
  void signal(int signal);

  /// CPU time that it has used so far, in clock ticks; 0 once it has ended.
  [[nodiscard]] std::uint64_t cpu_ticks() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// What a short tool said and how it ended.
struct ToolResult {
  std::optional<ChildEnd> end;  ///< Absent: killed because it took longer than the limit.
  std::string output;           ///< stdout and stderr together, the first 64 KiB.
};

/// Runs `command` to its end, at most for `limit`, then kills it. Throws Error when it could not be
/// started. `command.output` is ignored.
ToolResult run_tool(ChildCommand command, std::chrono::milliseconds limit);

/// The executable that execvp(3) would run for `program` seen from `working_directory` (empty:
/// ours): `program` itself where it holds a '/', else searched in PATH. Absolute. Empty: none.
std::filesystem::path find_executable(const std::string& program,
                                      const std::filesystem::path& working_directory = {});

}  // namespace cxprof
