#pragma once

#include <filesystem>

#include "runner/doctor/facts.h"
#include "runner/profile/profile.h"
#include "runner/profile/record_request.h"
#include "runner/record/record_limits.h"

namespace cxprof::doctor {

/// A short recording of `runner` itself burning CPU time (`cxprof doctor --burn`), as `cxprof run`
/// would make it, below `directory`.
RecordRequest trial_request(const std::filesystem::path& runner,
                            const std::filesystem::path& directory,
                            const std::filesystem::path& perf);

/// Shorter than those of users' programs: nobody waits long for a doctor.
RecordLimits trial_limits();

/// What came of it.
TrialFacts trial_facts(const Profile& profile);

/// A trial that came to nothing before there was a profile.
TrialFacts failed_trial(std::string reason);

}  // namespace cxprof::doctor
