// The runs' own findings, each kind in one sentence; word for word they stand with the runs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include "runner/merge/merge_findings.h"
#include "runner/merge/run_labels.h"

namespace cxprof {
namespace {

// "2 of 5 runs …"
struct Words {
  std::string_view code;
  const char* many;
  const char* one;
};
constexpr std::array known_words{
    Words{"few-samples", "have few samples", "has few samples"},
    Words{"missing-stacks", "have samples without an instruction pointer",
          "has samples without an instruction pointer"},
    Words{"lost-samples", "lost samples", "lost samples"},
    Words{"throttled", "were paused by the kernel, since samples came too often",
          "was paused by the kernel, since samples came too often"},
    Words{"time-mismatch", "have samples that do not stand for the measured CPU time",
          "has samples that do not stand for the measured CPU time"},
    Words{"mostly-kernel", "spent most of their time in the kernel",
          "spent most of its time in the kernel"},
    Words{"truncated-stacks", "have stacks that were cut off", "has stacks that were cut off"},
    Words{"no-unwind-info", "have stacks that stop at code without unwind information",
          "has stacks that stop at code without unwind information"},
    Words{"depth-limit", "have stacks deeper than the limit", "has stacks deeper than the limit"},
    Words{"no-call-graph", "have no call stacks", "has no call stacks"},
    Words{"caller-unknown", "have samples whose user caller is unknown",
          "has samples whose user caller is unknown"},
    Words{"unnamed-functions", "have samples in functions without a name",
          "has samples in functions without a name"},
    Words{"unknown-objects", "have samples in no known mapping", "has samples in no known mapping"},
    Words{"build-id-mismatch", "used files that have changed since the recording",
          "used files that have changed since the recording"},
    Words{"stripped-program", "are of stripped programs", "is of a stripped program"},
    Words{"no-debug-information", "are of programs without debug information",
          "is of a program without debug information"},
    Words{"not-optimized", "are of programs compiled without optimisation",
          "is of a program compiled without optimisation"},
    Words{"instrumented", "are of instrumented programs", "is of an instrumented program"},
    Words{"repeated-runs", "ran several times to decide a budget",
          "ran several times to decide a budget"},
    Words{"repetition-failed", "could not be run again to decide a budget",
          "could not be run again to decide a budget"},
    Words{"not-repeatable", "could not be run again, as their standard input is a pipe",
          "could not be run again, as its standard input is a pipe"},
    Words{"no-user-code", "have no samples in your own code", "has no samples in your own code"},
    Words{"other-events", "also hold samples of other events",
          "also holds samples of other events"},
};

// Told from exit statuses and counters, in merge_findings.
bool is_told(const Finding& finding, const ExecutableProfile& run) {
  if (finding.code == "program-failed" || finding.code == "program-not-started") return true;
  bool cause = &finding == run.findings.data();
  return run.summary.profiled_samples == 0 && cause;
}

struct Group {
  Severity severity = Severity::note;
  std::set<std::size_t> runs;
  std::set<std::string> texts;
  std::set<std::string> advice;
};

std::string text_of(const std::string& code, const Group& group, std::size_t all,
                    const std::vector<std::string>& labels) {
  std::vector<std::string> names;
  for (std::size_t run : group.runs) names.push_back(labels[run]);
  std::size_t count = names.size();
  std::string who = fmt::format("{} of {} {}", count, all, all == 1 ? "run" : "runs");
  // One text says more than its kind.
  if (group.texts.size() == 1) {
    return count == 1 ? names.front() + ": " + *group.texts.begin()
                      : fmt::format("{} ({}): {}", who, joined(names), *group.texts.begin());
  }
  auto words = std::find_if(known_words.begin(), known_words.end(),
                            [&](const Words& known) { return known.code == code; });
  std::string what = words == known_words.end()
                         ? fmt::format("{} to say about {}", count == 1 ? "has" : "have", code)
                         : (count == 1 ? words->one : words->many);
  return fmt::format("{} {}: {}.", who, what, joined(names));
}

}  // namespace

void add_run_summaries(const Profile& merged, Findings& findings) {
  std::vector<std::string> labels = run_labels(merged.executables);
  std::map<std::string, Group> groups;
  for (std::size_t i = 0; i < merged.executables.size(); ++i) {
    const ExecutableProfile& run = merged.executables[i];
    for (const Finding& finding : run.findings) {
      if (is_told(finding, run)) continue;
      Group& group = groups[finding.code];
      group.severity = std::max(group.severity, finding.severity);
      group.runs.insert(i);
      group.texts.insert(finding.text);
      group.advice.insert(finding.advice);
    }
  }
  std::set<std::string> told;
  for (const Finding& finding : findings) told.insert(finding.code);
  for (const auto& [code, group] : groups) {
    if (told.contains(code)) continue;  // few samples even in sum
    // Advice with numbers is each run's own.
    findings.push_back({group.severity, code,
                        text_of(code, group, merged.executables.size(), labels),
                        group.advice.size() == 1 ? *group.advice.begin() : ""});
  }
}

}  // namespace cxprof
