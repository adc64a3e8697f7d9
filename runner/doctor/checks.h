#pragma once

#include "runner/doctor/check.h"
#include "runner/doctor/facts.h"

// What the facts mean, one file a topic.
namespace cxprof::doctor {

Check perf_found(const Facts& facts);
Check perf_runs(const Facts& facts);
Check perf_build_options(const Facts& facts);
Check perf_record_options(const Facts& facts);
Check event(const Facts& facts);
Check perf_event_paranoid(const Facts& facts);
Check kptr_restrict(const Facts& facts);
Check seccomp(const Facts& facts);
Check container(const Facts& facts);
Check recording(const Facts& facts);
Check recorded_names(const Facts& facts);
Check recorded_callers(const Facts& facts);
Check libc_symbols(const Facts& facts);

}  // namespace cxprof::doctor
