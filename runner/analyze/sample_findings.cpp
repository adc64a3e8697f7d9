#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "runner/analyze/findings.h"

namespace cxprof {
namespace {

// CPU time of the program by the kernel's accounting, of the kind that the event samples.
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

std::string rate_text(const Event& event) {
  if (event.frequency_hz > 0) return fmt::format("{} Hz", event.frequency_hz);
  if (event.period > 0) return fmt::format("once in {} events", event.period);
  return "an unknown rate";
}

const Event* other_sampled_event(const Evidence& evidence, std::uint64_t& samples) {
  const auto& counts = evidence.event.samples_per_event;
  auto most = std::max_element(counts.begin(), counts.end());
  if (most == counts.end() || *most == 0) return nullptr;
  samples = *most;
  return &evidence.symbolized.events[static_cast<std::size_t>(most - counts.begin())];
}

// The cause, as far as the data tells, in the order in which causes exclude each other.
Finding no_samples(const Evidence& evidence) {
  const Event& event = evidence.event.event;
  Finding finding{Severity::error, "no-samples", "", ""};
  std::uint64_t others = 0;
  if (evidence.tally.missing_stack > 0) {
    finding.text = fmt::format(
        "No sample could be used: {} of {} {} recorded, none with an instruction "
        "pointer.",
        counted(evidence.tally.missing_stack, "sample"), event.name,
        evidence.tally.missing_stack == 1 ? "was" : "were");
    finding.advice = "Record again with --call-graph none, or with another perf.";
  } else if (const Event* other = other_sampled_event(evidence, others)) {
    finding.text = fmt::format("No samples of {} were recorded, but {} of {}.", event.name,
                               counted(others, "sample"), other->name);
    finding.advice = fmt::format("Look at those: --event {}.", other->name);
  } else if (auto cpu = measured_cpu_seconds(evidence)) {
    double wall = evidence.symbolized.recording.resources->wall_seconds;
    finding.text = fmt::format(
        "No samples: the program ran for {:.3f} s, used {:.3f} s of CPU time and was sampled at "
        "{}.",
        wall, *cpu, rate_text(event));
    double expected = *cpu * static_cast<double>(event.frequency_hz);
    finding.advice =
        expected >= 10
            ? fmt::format(
                  "{} does not count on this machine (virtual machines often have no "
                  "hardware counters); record with --event cpu-clock.",
                  event.name)
            : "Give it at least a second of work (larger input, more repetitions), or sample more "
              "often: --frequency 4999.";
  } else {
    finding.text =
        fmt::format("No samples of {} were recorded ({}).", event.name, rate_text(event));
    finding.advice =
        "Give the program at least a second of work (larger input, more repetitions); a program "
        "that waits uses no CPU time and is not sampled.";
  }
  return finding;
}

Finding few_samples(std::uint64_t samples) {
  std::string text = samples == 1 ? "Only 1 profiled sample was collected"
                                  : fmt::format("Only {} profiled samples were collected", samples);
  std::uint64_t factor = (10 * enough_samples + samples - 1) / samples;
  return {Severity::warning, "few-samples", text + "; results may be noisy.",
          fmt::format("Profile a larger workload (about {} times this one gives 1000 samples), or "
                      "sample more often: --frequency 4999.",
                      factor)};
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

void add_sample_findings(const Evidence& evidence, Findings& findings) {
  const Summary& summary = evidence.profile.summary;
  if (summary.profiled_samples == 0) {
    // Where recording failed or nothing could be run, that is the cause, and it has been said.
    const Recording& recording = evidence.symbolized.recording;
    bool cause_said = recording.failure || recording.exit.kind == ExitKind::not_started;
    if (!cause_said) findings.push_back(no_samples(evidence));
    other_events(evidence, findings);
    return;
  }
  if (summary.profiled_samples < enough_samples) {
    findings.push_back(few_samples(summary.profiled_samples));
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
