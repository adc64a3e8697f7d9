#include <fmt/format.h>

#include "runner/doctor/burn.h"
#include "runner/doctor/checks.h"
#include "runner/doctor/remedies.h"
#include "runner/support/text.h"

namespace cxprof::doctor {
namespace {

Check not_recorded(Check check) {
  check.state = State::missing;
  check.text = "not seen: nothing was recorded";
  return check;
}

// What the profile itself says about it; the first of these findings. nullptr: nothing.
const Finding* found(const TrialFacts& trial, std::initializer_list<const char*> codes) {
  for (const Finding& finding : trial.findings) {
    for (const char* code : codes) {
      if (finding.code == code) return &finding;
    }
  }
  return nullptr;
}

void add_cause(Check& check, const Finding* cause) {
  if (cause == nullptr) return;
  check.text = fmt::format("{} {} {}", as_sentence(check.text), cause->text, cause->advice);
}

// The room's advice is for `cxprof run`; the trial's directory is a temporary one, and is gone.
Finding for_the_trial(Finding failure) {
  const std::string& code = failure.code;
  if (code == "disk-full" || code == "perf-cannot-write") {
    failure.advice = "Free some space for temporary files, or point TMPDIR to another directory";
  } else if (code == "data-lost" || code == "perf-failed") {
    failure.advice =
        "See what `perf record -e cpu-clock -o /tmp/perf.data ls` says, or name another perf with "
        "--perf";
  }
  return failure;
}

}  // namespace

Check recording(const Facts& facts) {
  const TrialFacts& trial = facts.trial;
  Check check{"recording", "a real recording", State::ok, "", "", ""};
  if (trial.samples > 0) {
    check.text = fmt::format("{} samples of {} in 0.3 s of work", trial.samples, trial.event);
    return check;
  }
  check.state = State::missing;
  if (trial.failure && facts.perf.failure && trial.failure->code == facts.perf.failure->code) {
    check.text = "nothing was recorded: there is no perf that runs (see above)";
  } else if (trial.failure) {
    explain(check, for_the_trial(*trial.failure), facts);
  } else {
    check.text = "perf recorded, but no sample";
    add_cause(check, found(trial, {"no-samples", "unusable-samples"}));
  }
  return check;
}

Check recorded_names(const Facts& facts) {
  const TrialFacts& trial = facts.trial;
  Check check{"recorded-names", "function names", State::ok, "", "", ""};
  if (trial.samples == 0) return not_recorded(check);
  if (trial.busy_samples * 2 >= trial.samples) {
    check.text = fmt::format("the working function was named, in {} of {} samples",
                             trial.busy_samples, trial.samples);
    return check;
  }
  check.state = State::missing;
  check.text = fmt::format("the working function ({}) was named in only {} of {} samples",
                           busy_function, trial.busy_samples, trial.samples);
  add_cause(check, found(trial, {"stripped-program", "build-id-mismatch", "unnamed-functions",
                                 "unknown-objects"}));
  return check;
}

Check recorded_callers(const Facts& facts) {
  const TrialFacts& trial = facts.trial;
  Check check{"recorded-callers", "callers", State::ok, "", "", ""};
  if (trial.samples == 0) return not_recorded(check);
  std::uint64_t named = trial.busy_samples;
  if (named > 0 && trial.caller_samples * 10 >= named * 9) {
    check.text = fmt::format("its caller was found, in {} samples", trial.caller_samples);
    return check;
  }
  check.state = State::missing;
  check.text = named == 0 ? "its caller cannot be looked for: the function has no name"
                          : fmt::format("its caller ({}) was found for only {} of {} samples",
                                        busy_caller, trial.caller_samples, named);
  if (named > 0) {
    add_cause(check, found(trial, {"no-call-graph", "truncated-stacks", "no-unwind-info",
                                   "caller-unknown", "depth-limit"}));
  }
  return check;
}

}  // namespace cxprof::doctor
