#include "runner/merge/run_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "runner/support/text.h"

namespace cxprof {
namespace {

constexpr std::size_t most_labels = 8;

std::string name_of(const ExecutableProfile& executable) {
  if (!executable.name.empty()) return printable(executable.name);
  std::string program = executable.executable;
  if (program.empty() && !executable.arguments.empty()) program = executable.arguments.front();
  program = std::filesystem::path(program).filename().string();
  return program.empty() ? "unnamed" : printable(program);
}

}  // namespace

std::vector<std::string> run_labels(const std::vector<ExecutableProfile>& executables) {
  std::map<std::string, int> uses;
  for (const ExecutableProfile& executable : executables) ++uses[name_of(executable)];
  std::vector<std::string> labels;
  for (const ExecutableProfile& executable : executables) {
    std::string label = name_of(executable);
    std::string directory = std::filesystem::path(executable.run_directory).filename().string();
    if (uses[label] > 1 && !directory.empty()) label += " (" + printable(directory) + ")";
    labels.push_back(std::move(label));
  }
  return labels;
}

std::string joined(std::vector<std::string> labels) {
  std::sort(labels.begin(), labels.end());
  // One more takes no more room than to say so.
  std::size_t shown = labels.size() <= most_labels + 1 ? labels.size() : most_labels;
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : ", ") + labels[i];
  if (shown < labels.size()) text += fmt::format(" and {} more", labels.size() - shown);
  return text;
}

}  // namespace cxprof
