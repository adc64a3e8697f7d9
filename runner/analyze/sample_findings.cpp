#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "runner/analyze/findings.h"
#include "runner/analyze/option_text.h"

namespace cxprof {
namespace {

Finding few_samples(std::uint64_t samples, const Recording& recording) {
  std::string text = samples == 1 ? "Only 1 profiled sample was collected"
                                  : fmt::format("Only {} profiled samples were collected", samples);
  std::uint64_t factor = (10 * enough_samples + samples - 1) / samples;
  // A program that we cut short has work enough.
  std::string more =
      recording.exit.kind == ExitKind::timed_out
          ? fmt::format("Give it more time with {}", option_text(recording, "timeout"))
          : fmt::format("Profile a larger workload (about {} times this one gives 1000 samples)",
                        factor);
  return {Severity::warning, "few-samples", text + "; results may be noisy.",
          fmt::format("{}, or sample more often: {}.", more,
                      option_text(recording, "frequency", "4999"))};
}

void other_events(const Evidence& evidence, Findings& findings) {
  const auto& events = evidence.symbolized.events;
  if (events.size() < 2) return;
  std::string names;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (i == evidence.event.index) continue;
    if (!names.empty()) names += ", ";
    names += fmt::format("{} ({})", events[i].name,
                         counted(evidence.event.samples_per_event[i], "sample"));
  }
  findings.push_back({Severity::note, "other-events",
                      fmt::format("This profile is of {} alone; the recording also holds {}.",
                                  evidence.event.event.name, names),
                      "Events are never added up; choose another one with --event."});
}

void time_mismatch(const Evidence& evidence, Findings& findings) {
  auto cpu = measured_cpu_seconds(evidence);
  if (!cpu || *cpu < 0.2 || !evidence.event.event.counts_time) return;
  double sampled = evidence.profile.summary.profiled_time_ms / 1000;
  double difference = 100 * (sampled - *cpu) / *cpu;
  if (std::abs(difference) <= 20) return;
  findings.push_back(
      {Severity::warning, "time-mismatch",
       fmt::format("The samples stand for {:.2f} s of CPU time, but the kernel measured {:.2f} s "
                   "({:+.0f} %).",
                   sampled, *cpu, difference),
       "Trust the shares rather than the milliseconds."});
}

}  // namespace

std::optional<double> measured_cpu_seconds(const Evidence& evidence) {
  const auto& resources = evidence.symbolized.recording.resources;
  if (!resources || !resources->user_cpu_seconds || !resources->system_cpu_seconds) {
    return std::nullopt;
  }
  const std::string& name = evidence.event.event.name;
  std::size_t modifiers = name.find(':');
  bool user_only = modifiers != std::string::npos &&
                   name.find('u', modifiers) != std::string::npos &&
                   name.find('k', modifiers) == std::string::npos;
  return *resources->user_cpu_seconds + (user_only ? 0 : *resources->system_cpu_seconds);
}

void add_sample_findings(const Evidence& evidence, Findings& findings) {
  const Summary& summary = evidence.profile.summary;
  if (summary.profiled_samples == 0) {
    other_events(evidence, findings);
    return;
  }
  if (summary.profiled_samples < enough_samples) {
    findings.push_back(few_samples(summary.profiled_samples, evidence.symbolized.recording));
  }
  if (summary.missing_stack_samples > 0) {
    findings.push_back(
        {Severity::warning, "missing-stacks",
         fmt::format("{} of {} had not even an instruction pointer and {} in no ranking.",
                     summary.missing_stack_samples, counted(summary.running_samples, "sample"),
                     summary.missing_stack_samples == 1 ? "is" : "are"),
         ""});
  }
  time_mismatch(evidence, findings);
  other_events(evidence, findings);
  std::uint64_t kernel = evidence.profile.data_quality.kernel_samples;
  if (kernel * 2 > summary.profiled_samples) {
    findings.push_back(
        {Severity::note, "mostly-kernel",
         fmt::format("{} of the samples lie in the kernel: system calls, page faults or file "
                     "access dominate, not the program's own code.",
                     percent_text(kernel, summary.profiled_samples)),
         "See which of your functions call it: runtime leaf costs attributed to user callers."});
  }
}

}  // namespace cxprof
