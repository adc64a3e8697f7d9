#include "runner/merge/merge_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "runner/merge/run_labels.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

using Executables = std::vector<ExecutableProfile>;

std::string counted(std::size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

bool failed(const ExitStatus& exit) {
  return exit.kind != ExitKind::unknown && !(exit.kind == ExitKind::exited && exit.code == 0);
}

class MergeFindings {
 public:
  MergeFindings(const Profile& merged, Findings& findings)
      : merged_(merged),
        runs_(merged.executables),
        labels_(run_labels(merged.executables)),
        findings_(findings) {}

  void add_all() {
    if (runs_.empty()) return;
    runs_without_profile();
    runs_that_failed();
    runs_beyond_gates();
    other_events();
    different(
        "merged-hosts", Severity::warning, "come from", "host",
        [](const ExecutableProfile& run) { return run.host.name; },
        "Compare shares rather than milliseconds: a sample is not the same work everywhere.");
    different(
        "merged-kernels", Severity::note, "ran under", "kernel",
        [](const ExecutableProfile& run) { return run.host.kernel; }, "");
    builds();
    different(
        "merged-frequencies", Severity::warning, "were sampled at", "rate",
        [](const ExecutableProfile& run) { return rate(run.event); },
        "Compare the milliseconds: in the shares runs with more samples per second weigh "
        "more.");
    without_callers();
    few_samples();
  }

 private:
  static std::string rate(const Event& event) {
    if (event.frequency_hz > 0) return fmt::format("{} Hz", event.frequency_hz);
    return event.period > 0 ? fmt::format("once in {} events", event.period) : "";
  }

  [[nodiscard]] bool is_summed(const ExecutableProfile& run) const {
    return run.event.name == merged_.event.name && run.summary.profiled_samples > 0;
  }

  // "2 of 5 runs have " / "1 of 5 runs has ".
  [[nodiscard]] std::string of_runs(std::size_t count, const char* many, const char* one) const {
    return fmt::format("{} of {} {}", count, counted(runs_.size(), "run"), count == 1 ? one : many);
  }

  // Why a run has no profile: the first of its most severe findings, which says so.
  static const Finding* cause(const ExecutableProfile& run) {
    return run.findings.empty() ? nullptr : &run.findings.front();
  }

  void runs_without_profile() {
    std::vector<std::string> names;
    std::set<std::pair<std::string, std::string>> causes;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (runs_[i].summary.profiled_samples > 0) continue;
      const Finding* why = cause(runs_[i]);
      names.push_back(labels_[i] + (why ? " (" + why->code + ")" : ""));
      if (why) causes.insert({why->text, why->advice});
    }
    if (names.empty()) return;
    bool one_cause = causes.size() == 1;
    findings_.push_back({names.size() == runs_.size() ? Severity::error : Severity::warning,
                         "runs-without-profile",
                         of_runs(names.size(), "have", "has") + " no samples: " + joined(names) +
                             (one_cause ? ". " + causes.begin()->first : "."),
                         one_cause ? causes.begin()->second : "Their own reports say why."});
  }

  void runs_that_failed() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (failed(runs_[i].exit)) {
        names.push_back(fmt::format("{} ({})", labels_[i], describe(runs_[i].exit)));
      }
    }
    if (names.empty()) return;
    findings_.push_back({Severity::warning, "runs-failed",
                         of_runs(names.size(), "did", "did") + " not pass: " + joined(names) +
                             "; what was sampled up to there is in the sums.",
                         ""});
  }

  void runs_beyond_gates() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (!runs_[i].gate_failures.empty()) names.push_back(labels_[i]);
    }
    if (names.empty()) return;
    findings_.push_back({Severity::warning, "runs-beyond-gates",
                         of_runs(names.size(), "exceed", "exceeds") +
                             " a budget or track a function that there is not: " + joined(names) +
                             ".",
                         ""});
  }

  void other_events() {
    std::vector<std::string> names;
    std::size_t summed = 0;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (runs_[i].event.name == merged_.event.name) {
        ++summed;
      } else if (runs_[i].summary.profiled_samples > 0) {
        names.push_back(fmt::format("{} ({}, {})", labels_[i], printable(runs_[i].event.name),
                                    counted(runs_[i].summary.profiled_samples, "sample")));
      }
    }
    if (names.empty()) return;
    findings_.push_back(
        {Severity::warning, "merged-events",
         fmt::format("The sums are of {} alone, which {}; left out: {}.",
                     printable(merged_.event.name), of_runs(summed, "have", "has"), joined(names)),
         "Events are never added up; merge those runs on their own."});
  }

  // Values of summed runs, how many have each; unknown ones aside.
  [[nodiscard]] std::map<std::string, std::size_t> values(
      const std::function<std::string(const ExecutableProfile&)>& of) const {
    std::map<std::string, std::size_t> values;
    for (const ExecutableProfile& run : runs_) {
      if (!is_summed(run)) continue;
      if (std::string value = of(run); !value.empty()) ++values[value];
    }
    return values;
  }

  static std::string listed(const std::map<std::string, std::size_t>& values) {
    std::vector<std::string> texts;
    for (const auto& [value, runs] : values) {
      texts.push_back(fmt::format("{} ({})", printable(value), counted(runs, "run")));
    }
    return joined(texts);
  }

  void different(const char* code, Severity severity, const char* verb, const char* noun,
                 const std::function<std::string(const ExecutableProfile&)>& of,
                 const char* advice) {
    auto found = values(of);
    if (found.size() < 2) return;
    findings_.push_back(
        {severity, code,
         fmt::format("The runs {} {}: {}.", verb, counted(found.size(), noun), listed(found)),
         advice});
  }

  void builds() {
    std::set<std::string> programs;
    for (const ExecutableProfile& run : runs_) programs.insert(run.executable);
    for (const std::string& program : programs) {
      if (program.empty()) continue;
      auto builds = values([&](const ExecutableProfile& run) {
        return run.executable == program ? run.build_id : "";
      });
      if (builds.size() < 2) continue;
      findings_.push_back(
          {Severity::warning, "merged-builds",
           fmt::format("{} was run in {}, with the build ids {}; functions of the same name are "
                       "added up.",
                       printable(program), counted(builds.size(), "build"), listed(builds)),
           "Merge runs of one build, or compare the builds."});
    }
  }

  void without_callers() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (is_summed(runs_[i]) && !runs_[i].rankings.callers_available) names.push_back(labels_[i]);
    }
    if (names.empty() || !merged_.rankings.callers_available) return;
    findings_.push_back({Severity::note, "merged-no-callers",
                         of_runs(names.size(), "have", "has") + " no call stacks: " +
                             joined(names) + "; inclusive time is that of the others alone.",
                         ""});
  }

  void few_samples() {
    constexpr std::uint64_t enough = 100;
    std::uint64_t samples = merged_.summary.profiled_samples;
    if (samples == 0 || samples >= enough) return;
    findings_.push_back({Severity::warning, "few-samples",
                         fmt::format("All runs together have only {}; results may be noisy.",
                                     counted(samples, "profiled sample")),
                         "Profile larger workloads, or sample more often: --frequency 4999."});
  }

  const Profile& merged_;
  const Executables& runs_;
  std::vector<std::string> labels_;
  Findings& findings_;
};

}  // namespace

Findings merge_findings(const Profile& merged, Findings findings) {
  MergeFindings(merged, findings).add_all();
  add_run_summaries(merged, findings);
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  return findings;
}

}  // namespace cxprof
