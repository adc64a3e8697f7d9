#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runner/analyze/cost.h"
#include "runner/profile/symbolized_profile.h"

namespace cxprof {

/// The event that a profile is of.
struct EventChoice {
  Event event;
  std::uint32_t index = 0;                       ///< In SymbolizedProfile::events.
  std::vector<std::uint64_t> samples_per_event;  ///< Parallel to SymbolizedProfile::events.

  /// What one sample of the event costs.
  [[nodiscard]] Cost cost(const UnwoundSample& sample) const;
  /// Nominal time of a sample, from the frequency or the fixed period. 0: the event counts no time.
  [[nodiscard]] double sample_weight_ms() const;
};

/// The event named `name` ("cpu-clock" also finds "cpu-clock:u"), or without a name the first one
/// that has samples, else the first. Throws Error naming those there are when it is not among them.
/// A recording without events (nothing could be recorded) stands for the event that was asked for.
EventChoice choose_event(const SymbolizedProfile& symbolized, const std::string& name);

}  // namespace cxprof
