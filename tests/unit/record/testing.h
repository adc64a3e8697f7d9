#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "runner/profile/record_request.h"
#include "runner/profile/recording.h"
#include "runner/record/record_limits.h"

namespace cxprof::testing {

/// A directory that is removed with everything in it.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// All bytes of a file; empty where there is none.
std::string contents(const std::filesystem::path& file);
void write_file(const std::filesystem::path& file, const std::string& text);

/// The launcher of the build tree and short waits.
RecordLimits test_limits();

/// Records `arguments` quietly into `root` with the perf stand-in tests/fakes/`fake` (empty: the
/// real perf).
RecordRequest request_for(const std::filesystem::path& root, const std::string& fake,
                          std::vector<std::string> arguments);

std::filesystem::path fake_perf(const std::string& name);

/// How a command ended that a test started.
struct Outcome {
  int wait_status = 0;
  std::string out;  ///< Its stdout; in a terminal, all that the terminal showed.
  std::string err;  ///< Its stderr; empty in a terminal.
  double seconds = 0;
  [[nodiscard]] int exit_code() const;  ///< -1: died of a signal.
  [[nodiscard]] int signal() const;     ///< 0: exited.
};

/// Something that is done to the running command, `after` its start.
struct Action {
  std::chrono::milliseconds after;
  int signal = 0;     ///< Sent to it; 0: none.
  std::string typed;  ///< Written to its terminal.
};

/// Runs a command with pipes, stdin from `input` (a file; empty: /dev/null).
Outcome run_command(const std::vector<std::string>& arguments,
                    const std::filesystem::path& input = {}, std::vector<Action> actions = {});

/// Runs a command on a terminal of its own, 33 rows by 99 columns.
Outcome run_on_terminal(const std::vector<std::string>& arguments, std::vector<Action> actions = {},
                        const std::filesystem::path& input = {});

/// Waits up to three seconds for a process (not a child of ours) to be dead; a zombie is.
bool dies_soon(int pid);

/// record_driver's command line.
std::vector<std::string> driver(const std::filesystem::path& root, std::vector<std::string> options,
                                const std::vector<std::string>& program);

/// Why perf cannot record here. Empty: it can.
std::string perf_unavailable();

}  // namespace cxprof::testing
