#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "runner/profile/raw_profile.h"

namespace cxprof {

/// What stack_capture_workload wrote: samples as a recording would hold them, and for each the
/// frames (absolute addresses, interrupted instruction first) that libgcc's unwinder saw.
struct StackCapture {
  RawProfile raw;
  std::vector<std::vector<std::uint64_t>> expected;  ///< Parallel to raw.samples.
};

/// Runs `workload` in `mode` and reads what it wrote. Stacks are cut to `stack_bytes`.
StackCapture capture_stacks(const std::filesystem::path& workload, const std::string& mode,
                            std::size_t stack_bytes = 32768);

/// /proc/PID/maps text as modules and one address space of their executable mappings.
void add_mappings(const std::string& maps, RawProfile& raw);

}  // namespace cxprof
