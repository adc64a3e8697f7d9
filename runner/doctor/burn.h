#pragma once

namespace cxprof::doctor {

/// What the trial recording looks for: one function that uses the processor, called by another.
inline constexpr const char* busy_function = "cxprof_doctor_busy";
inline constexpr const char* busy_caller = "cxprof_doctor_busy_caller";

/// Uses 0.3 s of CPU time in `busy_function`.
void burn();

}  // namespace cxprof::doctor
