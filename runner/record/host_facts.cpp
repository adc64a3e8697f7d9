#include "runner/record/host_facts.h"

#include <spdlog/spdlog.h>
#include <sys/utsname.h>

#include <array>
#include <ctime>
#include <fstream>

#include "runner/record/child_process.h"
#include "runner/support/error.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

std::string cpu_model() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("model name", 0) != 0 && line.rfind("Model", 0) != 0) continue;
    std::size_t begin = line.find(':');
    begin = line.find_first_not_of(" \t", begin == std::string::npos ? begin : begin + 1);
    return begin == std::string::npos ? std::string() : printable(line.substr(begin));
  }
  return {};
}

bool in_work_tree(std::filesystem::path directory) {
  std::error_code error;
  for (;;) {
    if (std::filesystem::exists(directory / ".git", error)) return true;
    if (!directory.has_relative_path()) return false;
    directory = directory.parent_path();
  }
}

}  // namespace

Host host_facts() {
  Host host;
  utsname names{};
  if (uname(&names) == 0) {
    host.name = names.nodename;
    host.kernel = names.release;
    host.machine = names.machine;
  }
  host.cpu_model = cpu_model();
  return host;
}

std::string git_revision(const std::filesystem::path& directory, std::chrono::milliseconds limit) {
  std::filesystem::path git = find_executable("git");
  std::error_code unknown;
  std::filesystem::path absolute = std::filesystem::absolute(directory, unknown);
  if (git.empty() || unknown || !in_work_tree(absolute)) return {};
  ChildCommand command;
  command.arguments = {git.string(), "-C", directory.string(), "describe", "--always", "--dirty"};
  // Only look: no refreshing of an index that the user's own git may be writing.
  command.environment_changes = {{"GIT_OPTIONAL_LOCKS", "0"}, {"LC_ALL", "C"}};
  try {
    ToolResult said = run_tool(command, limit);
    if (!said.end || !said.end->succeeded()) {
      spdlog::debug("git gave no revision: {}", printable(said.output));
      return {};
    }
    return printable(said.output.substr(0, said.output.find('\n')));
  } catch (const Error& error) {
    spdlog::debug("git gave no revision: {}", error.what());
    return {};
  }
}

std::string local_time() {
  std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  std::array<char, 40> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S%z", &local);
  return text.data();
}

}  // namespace cxprof
