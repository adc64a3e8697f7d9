#pragma once

#include "runner/doctor/check.h"
#include "runner/doctor/facts.h"

namespace cxprof::doctor {

/// All checks, and what they come to.
struct Diagnosis {
  Checks checks;            ///< From perf to names, in the order in which one needs the other.
  bool can_record = false;  ///< The trial recording has samples.
  /// 0: everything needed works; 1: nothing can be recorded; 2: it records, but something that a
  /// profile needs is missing (a check says `missing`: names, callers, perf's own options).
  int exit_status = 0;
};

Diagnosis diagnose(const Facts& facts);

}  // namespace cxprof::doctor
