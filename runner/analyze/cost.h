#pragma once

#include <cstdint>

namespace cxprof {

/// What samples add up to.
struct Cost {
  std::uint64_t samples = 0;
  std::uint64_t time_ns = 0;  ///< CPU time that they stand for; 0 for events that count no time.

  Cost& operator+=(const Cost& other) {
    samples += other.samples;
    time_ns += other.time_ns;
    return *this;
  }
  [[nodiscard]] double time_ms() const { return static_cast<double>(time_ns) / 1e6; }

  bool operator==(const Cost&) const = default;
};

}  // namespace cxprof
