#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace cxprof::test {

/// A finished process: what it printed and how it ended.
struct CommandResult {
  int exit_code = -1;  ///< -1 when it died of a signal.
  int signal = 0;      ///< 0 when it exited.
  std::string out;
  std::string err;
};

struct CommandOptions {
  std::filesystem::path working_directory;  ///< Empty: this process's.
  std::filesystem::path stdin_file = "/dev/null";
  std::map<std::string, std::string>
      environment;  ///< Added to this process's; an empty value unsets.
};

/// Runs `arguments` ([0] searched in PATH) to its end. Throws std::runtime_error when it cannot
/// start.
CommandResult run_command(const std::vector<std::string>& arguments,
                          const CommandOptions& options = {});

/// A directory that is removed with everything in it at the end of the scope.
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

/// The whole file; throws std::runtime_error when it cannot be read.
std::string read_file(const std::filesystem::path& file);

std::vector<std::string> lines_of(const std::string& text);

}  // namespace cxprof::test
