#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runner/analyze/findings.h"
#include "runner/analyze/option_text.h"

// Why a ranking is empty. The causes exclude each other in this order: nothing was recorded;
// samples without the field that is needed; (a file that is not understood is an error of the load
// room;) addresses without names (symbol_findings.cpp); names, but none of the user's code.
namespace cxprof {
namespace {

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

std::string more_work_advice(const Recording& recording) {
  if (recording.exit.kind == ExitKind::timed_out) {
    return fmt::format(
        "The time limit ended it before it worked: raise {}, and see what it waits for.",
        option_text(recording, "timeout"));
  }
  if (recording.exit.kind == ExitKind::signalled ||
      (recording.exit.kind == ExitKind::exited && recording.exit.code != 0)) {
    return "It may have ended before its work began: see stderr.txt in the run directory.";
  }
  return fmt::format(
      "Give it at least a second of work (larger input, more repetitions), or sample more often: "
      "{}.",
      option_text(recording, "frequency", "4999"));
}

Finding no_samples_although_it_ran(const Evidence& evidence, double cpu) {
  const Event& event = evidence.event.event;
  const Recording& recording = evidence.symbolized.recording;
  double wall = recording.resources->wall_seconds;
  Finding finding{Severity::error, "no-samples", "", ""};
  finding.text = fmt::format(
      "No samples: the program ran for {:.3f} s, used {:.3f} s of CPU time and was sampled at {}",
      wall, cpu, rate_text(event));
  double expected = cpu * static_cast<double>(event.frequency_hz);
  if (expected >= 10) {
    finding.advice = fmt::format(
        "{} does not count on this machine (virtual machines often have no hardware counters); "
        "record with {}.",
        event.name, option_text(recording, "event", "cpu-clock"));
    if (event.counts_time) {
      finding.advice =
          "The recorder lost them or recorded another process: see runner.log in the run "
          "directory, and `cxprof doctor`.";
    }
  } else {
    if (wall > 0.5 && cpu * 10 < wall) {
      finding.text += "; it waited most of the time, which is not sampled";
    }
    finding.advice = more_work_advice(recording);
  }
  finding.text += ".";
  return finding;
}

Finding no_samples(const Evidence& evidence) {
  const Event& event = evidence.event.event;
  const Recording& recording = evidence.symbolized.recording;
  std::uint64_t others = 0;
  if (std::uint64_t unusable = evidence.tally.missing_stack; unusable > 0) {
    std::string redo =
        recording.run_directory.empty()
            ? "with `cxprof record`, or with perf record and no --no-samples or "
              "other choice of fields"
            : "with " + option_text(recording, "call-graph", "none") + ", or with another perf";
    return {Severity::error, "no-samples",
            fmt::format("No sample could be used: {} of {} {} recorded, none with an instruction "
                        "pointer (field ip).",
                        counted(unusable, "sample"), event.name, unusable == 1 ? "was" : "were"),
            fmt::format("This recording cannot be repaired: record again {}.", redo)};
  }
  if (const Event* other = other_sampled_event(evidence, others)) {
    return {Severity::error, "no-samples",
            fmt::format("No samples of {} were recorded, but {} of {}.", event.name,
                        counted(others, "sample"), other->name),
            fmt::format("Look at those: --event {}.", other->name)};
  }
  if (auto cpu = measured_cpu_seconds(evidence)) return no_samples_although_it_ran(evidence, *cpu);
  return {Severity::error, "no-samples",
          fmt::format("No samples of {} were recorded ({}).", event.name, rate_text(event)),
          "Give the program at least a second of work (larger input, more repetitions); a program "
          "that waits uses no CPU time and is not sampled."};
}

std::string list_of(const std::vector<std::filesystem::path>& directories) {
  std::vector<std::string> names;
  for (const auto& directory : directories) names.push_back(directory.string());
  return fmt::format("{}", fmt::join(names, ", "));
}

constexpr std::uint64_t enough_to_blame_roots = 20;

void no_user_code(const Evidence& evidence, Findings& findings) {
  const Profile& profile = evidence.profile;
  const DataQuality& quality = profile.data_quality;
  // A trivial program's few samples are all of its start, in the loader and the kernel.
  if (profile.summary.profiled_samples < enough_to_blame_roots) return;
  // Only what is known to be no user code speaks for the roots: not what has no name or no caller.
  std::uint64_t without = quality.without_user_frame;
  std::uint64_t nameless = quality.unsymbolized_leaves + quality.unknown_object_leaves;
  bool all = !profile.rankings.user_time.empty() || without * 2 < profile.summary.profiled_samples;
  if (all || nameless * 2 >= profile.summary.profiled_samples) return;
  const Recording& recording = evidence.symbolized.recording;
  const CodeRoots& roots = evidence.code_roots;
  std::string text = fmt::format("None of the {} is in your code",
                                 counted(profile.summary.profiled_samples, "sample"));
  std::string advice;
  if (!roots.user.empty()) {
    text += fmt::format(", which is looked for below {}", list_of(roots.user));
    if (!roots.runtime.empty()) text += fmt::format(" but not {}", list_of(roots.runtime));
    advice = fmt::format("Name the directories of your sources as the compiler saw them: {}.",
                         option_text(recording, "user-root", "DIR"));
  } else if (!roots.runtime.empty()) {
    text += fmt::format("; {} is taken out of it", list_of(roots.runtime));
    advice = fmt::format("Name less with {}.", option_text(recording, "runtime-root"));
  } else {
    advice = fmt::format("Compile the program with -g, and name its sources: {}.",
                         option_text(recording, "user-root", "DIR"));
  }
  bool told = !roots.user.empty() || !roots.runtime.empty();  // else it may be nobody's program
  findings.push_back({told ? Severity::warning : Severity::note, "no-user-code", text + ".",
                      advice + " The self_time ranking shows what ran."});
}

}  // namespace

void add_empty_findings(const Evidence& evidence, Findings& findings) {
  if (evidence.profile.summary.profiled_samples > 0) {
    no_user_code(evidence, findings);
    return;
  }
  // Where recording failed or nothing could be run, that is the cause, and it has been said.
  const Recording& recording = evidence.symbolized.recording;
  const Findings& earlier = evidence.symbolized.findings;
  bool cause_said =
      recording.failure || recording.exit.kind == ExitKind::not_started ||
      std::ranges::any_of(earlier, [](const auto& said) { return said.code == "no-samples"; });
  if (!cause_said) findings.push_back(no_samples(evidence));
}

}  // namespace cxprof
