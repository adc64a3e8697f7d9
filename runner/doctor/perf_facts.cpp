#include <algorithm>

#include "runner/doctor/collect.h"
#include "runner/record/child_process.h"
#include "runner/record/perf_command.h"
#include "runner/record/recorder.h"
#include "runner/support/error.h"

namespace cxprof::doctor {
namespace {

namespace fs = std::filesystem;
using Milliseconds = std::chrono::milliseconds;

// What it printed; empty where it did not answer.
std::string ask(const fs::path& perf, std::vector<std::string> arguments, Milliseconds limit) {
  ChildCommand command;
  command.arguments = std::move(arguments);
  command.arguments.insert(command.arguments.begin(), perf.string());
  command.environment_changes = {{"LC_ALL", "C"}};
  try {
    return run_tool(command, limit).output;
  } catch (const Error&) {
    return {};
  }
}

Capabilities try_perf(const fs::path& perf, Milliseconds limit) {
  RecordRequest request;
  request.perf = perf;
  RecordLimits limits;
  limits.perf_start = limit;
  return probe_capabilities(request, limits);
}

bool works(const Capabilities& capabilities) {
  return !capabilities.perf_failure && !capabilities.perf_version.empty();
}

fs::path other_perf(const PerfFacts& perf, Milliseconds limit, const fs::path& tools) {
  std::vector<fs::path> candidates;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(tools, none)) {
    candidates.push_back(entry.path() / "perf");
  }
  std::sort(candidates.rbegin(), candidates.rend());  // newest first, roughly
  constexpr std::size_t most = 5;
  if (candidates.size() > most) candidates.resize(most);
  if (!perf.asked_for.empty()) candidates.insert(candidates.begin(), "perf");
  for (const fs::path& candidate : candidates) {
    Capabilities other = try_perf(candidate, limit);
    if (other.perf != perf.path && works(other)) return other.perf;
  }
  return {};
}

void ask_for_options(PerfFacts& perf, Milliseconds limit) {
  std::set<std::string> known = options_in_usage(ask(perf.path, {"record", "-h"}, limit));
  std::vector<std::string> ours{"F", "e", "call-graph", "o"};
  const auto& optional = optional_perf_options();
  // A usage that lists not one of those that every perf has is no usage.
  perf.options_listed =
      std::any_of(ours.begin(), ours.end(), [&](const auto& name) { return known.contains(name); });
  if (!perf.options_listed) return;
  ours.insert(ours.end(), optional.begin(), optional.end());
  for (const std::string& name : ours) {
    if (!known.contains(name)) perf.unknown_options.push_back(name);
  }
}

}  // namespace

PerfFacts perf_facts(const fs::path& asked_for, Milliseconds limit, const fs::path& tools) {
  PerfFacts perf;
  perf.asked_for = asked_for.string();
  Capabilities capabilities = try_perf(asked_for, limit);
  perf.path = capabilities.perf;
  perf.version = capabilities.perf_version;
  perf.failure = capabilities.perf_failure;
  if (perf.failure) {
    perf.alternative = other_perf(perf, limit, tools);
    return perf;
  }
  perf.build_options = options_in_build(ask(perf.path, {"version", "--build-options"}, limit));
  ask_for_options(perf, limit);
  return perf;
}

}  // namespace cxprof::doctor
