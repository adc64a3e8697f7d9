#pragma once

#include <cstdint>

namespace cxprof::perf_data {

// Bits newer than the oldest kernel headers that we build with
// (include/uapi/linux/perf_event.h).
inline constexpr std::uint64_t read_format_lost = 1U << 4;         ///< Linux 6.0
inline constexpr std::uint64_t branch_sample_counters = 1U << 19;  ///< Linux 6.8
inline constexpr std::uint64_t branch_sample_hw_index = 1U << 17;  ///< Linux 5.7
inline constexpr std::uint64_t sample_weight_struct = 1U << 24;    ///< Linux 5.12
inline constexpr std::uint64_t sample_code_page_size = 1U << 23;   ///< Linux 5.11
inline constexpr std::uint64_t sample_data_page_size = 1U << 22;   ///< Linux 5.11
inline constexpr std::uint64_t sample_cgroup = 1U << 21;           ///< Linux 5.7
inline constexpr std::uint64_t sample_aux = 1U << 20;              ///< Linux 5.5

}  // namespace cxprof::perf_data
