#pragma once

#include <vector>

#include "runner/profile/profile.h"

namespace cxprof {

/// What a merged profile keeps of `profile` as one of its runs; of a merged one, its runs.
std::vector<ExecutableProfile> executables_of(const Profile& profile);

}  // namespace cxprof
