#include "runner/doctor/diagnosis.h"

#include <algorithm>

#include "runner/doctor/checks.h"

namespace cxprof::doctor {

Diagnosis diagnose(const Facts& facts) {
  Diagnosis diagnosis;
  for (auto check : {perf_found, perf_runs, perf_build_options, perf_record_options, event,
                     perf_event_paranoid, kptr_restrict, seccomp, container, recording,
                     recorded_names, recorded_callers, libc_symbols}) {
    diagnosis.checks.push_back(check(facts));
  }
  diagnosis.can_record = facts.trial.samples > 0;
  bool missing = std::any_of(diagnosis.checks.begin(), diagnosis.checks.end(),
                             [](const Check& check) { return check.state == State::missing; });
  diagnosis.exit_status = !diagnosis.can_record ? 1 : missing ? 2 : 0;
  return diagnosis;
}

}  // namespace cxprof::doctor
