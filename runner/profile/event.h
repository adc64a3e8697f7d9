#pragma once

#include <cstdint>
#include <string>

namespace cxprof {

/// An event that was sampled, as the kernel accepted it.
struct Event {
  std::string name;                ///< perf's name, e.g. "cpu-clock" or "cpu-clock:u". Never empty.
  std::uint64_t frequency_hz = 0;  ///< Sampling frequency. 0: a fixed period was used.
  std::uint64_t period = 0;  ///< Fixed sampling period in event units. 0: a frequency was used.
  bool counts_time = false;  ///< Its period is in nanoseconds of CPU time (cpu-clock, task-clock).
  bool has_user_stack = false;  ///< Samples carry user registers and a copy of the stack.
  bool has_call_chain = false;  ///< Samples carry a call chain walked by the kernel.
};

}  // namespace cxprof
