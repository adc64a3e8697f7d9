#include "runner/doctor/trial.h"

#include <algorithm>

#include "runner/doctor/burn.h"
#include "runner/record/perf_command.h"

namespace cxprof::doctor {
namespace {

std::uint64_t samples_of(const std::vector<FunctionCost>& ranking, const char* symbol) {
  for (const FunctionCost& row : ranking) {
    if (row.symbol == symbol) return row.samples;
  }
  return 0;
}

// Which of our options the recorder's command line has not.
std::vector<std::string> left_out(const Recording& recording) {
  std::vector<std::string> names;
  if (recording.recorder != "perf") return names;
  const auto& command = recording.recorder_command;
  auto end = std::find(command.begin(), command.end(), "--");
  for (const std::string& name : optional_perf_options()) {
    std::string word = (name.size() == 1 ? "-" : "--") + name;
    if (std::find(command.begin(), end, word) == end) names.push_back(name);
  }
  // Left out by us, where build ids do not come with the mappings.
  bool other_ids = std::find(names.begin(), names.end(), "buildid-mmap") != names.end();
  if (other_ids) std::erase(names, "B");
  return names;
}

}  // namespace

RecordRequest trial_request(const std::filesystem::path& runner,
                            const std::filesystem::path& directory,
                            const std::filesystem::path& perf) {
  RecordRequest request;
  request.command.arguments = {runner.string(), "doctor", "--burn"};
  request.output_root = directory;
  request.name = "doctor";
  request.perf = perf;
  request.quiet_program = true;
  request.timeout = std::chrono::seconds(20);
  return request;
}

RecordLimits trial_limits() {
  RecordLimits limits;
  limits.perf_start = std::chrono::seconds(5);
  limits.perf_finish = std::chrono::seconds(5);
  return limits;
}

TrialFacts trial_facts(const Profile& profile) {
  TrialFacts trial;
  const Recording& recording = profile.detail.recording;
  trial.failure = recording.failure;
  trial.samples = profile.summary.profiled_samples;
  trial.event = profile.event.name;
  trial.busy_samples = samples_of(profile.rankings.self_time, busy_function);
  trial.caller_samples = samples_of(profile.rankings.inclusive_time, busy_caller);
  trial.findings = profile.findings;
  if (!trial.failure) trial.left_out = left_out(recording);
  return trial;
}

TrialFacts failed_trial(std::string reason) {
  TrialFacts trial;
  trial.failure = Finding{Severity::error, "trial-failed", std::move(reason), ""};
  return trial;
}

}  // namespace cxprof::doctor
