#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <fstream>

#include "runner/record/perf_failure.h"
#include "runner/record/recorder.h"
#include "runner/support/error.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

// "perf version 6.1.187\n" → "6.1.187"
std::string version_in(const std::string& output) {
  constexpr std::string_view words = "perf version ";
  std::size_t begin = output.find(words);
  if (begin == std::string::npos) return {};
  begin += words.size();
  return printable(output.substr(begin, output.find_first_of(" \n", begin) - begin));
}

void ask_version(Capabilities& capabilities, const RecordLimits& limits) {
  ChildCommand command;
  command.arguments = {capabilities.perf.string(), "--version"};
  command.environment_changes = {{"LC_ALL", "C"}};
  PerfFailure failure;
  failure.perf = capabilities.perf.string();
  try {
    ToolResult said = run_tool(command, limits.perf_start);
    spdlog::debug("{} --version: {}", capabilities.perf.string(),
                  printable(said.output.substr(0, said.output.find('\n'))));
    capabilities.perf_version = version_in(said.output);
    if (said.end && said.end->succeeded()) return;
    failure.output = said.output;
    failure.hung = !said.end;
    if (said.end) failure.end = *said.end;
  } catch (const Error& error) {  // e.g. built for another machine
    failure.output = error.what();
  }
  capabilities.perf_failure = classify_perf_failure(failure);
}

}  // namespace

Capabilities probe_capabilities(const RecordRequest& request, const RecordLimits& limits) {
  Capabilities capabilities;
  capabilities.perf = find_executable(request.perf.empty() ? "perf" : request.perf.string());
  std::ifstream("/proc/sys/kernel/perf_event_paranoid") >> capabilities.perf_event_paranoid;
  if (capabilities.perf.empty()) {
    capabilities.perf_failure = perf_not_found(request.perf.string());
  } else {
    ask_version(capabilities, limits);
  }
  return capabilities;
}

}  // namespace cxprof
