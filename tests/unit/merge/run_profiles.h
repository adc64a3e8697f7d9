#pragma once

#include <string>

#include "runner/profile/profile.h"

namespace cxprof {

/// The profile of a run named `name` on cpu-clock at 1000 Hz, without findings: `render` (user code
/// of /app/NAME, line 7) took `render` samples, libc's memcpy, called by it, took `copy` samples.
Profile run_profile(const std::string& name, std::uint64_t render, std::uint64_t copy);

/// Its JSON report.
std::string json_text(const Profile& profile);

}  // namespace cxprof
