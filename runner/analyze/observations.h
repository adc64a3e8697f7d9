#pragma once

#include "runner/profile/profile.h"

namespace cxprof {

/// One sentence about the leader of user_time, self_time and inclusive_time each.
std::vector<Observation> observe(const Rankings& rankings, const Summary& summary);

}  // namespace cxprof
