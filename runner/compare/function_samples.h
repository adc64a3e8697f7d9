#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runner/profile/profile.h"

namespace cxprof {

/// Samples of several functions together, in each ranking.
struct FunctionSamples {
  std::uint64_t user = 0;
  std::uint64_t self = 0;
  std::uint64_t inclusive = 0;
};

/// The samples of the ranked functions named `symbols` (sorted). A sample in which several of them
/// stand on the stack counts once in `inclusive`: for that the samples themselves are looked at, in
/// `profile.detail` and in those of `repetitions`, whose counts `profile` holds too. Where they are
/// not at hand `inclusive` is the sum of the rows, at most all profiled samples.
FunctionSamples samples_of(const Profile& profile, std::span<const Profile> repetitions,
                           const std::vector<std::string>& symbols);

}  // namespace cxprof
