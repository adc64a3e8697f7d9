#pragma once

#include <vector>

#include "runner/profile/profile.h"

namespace cxprof {

/// The code of the findings about inputs that could not be read.
inline constexpr const char* unreadable_input = "unreadable-input";

/// One profile of several runs: counts and times are added up, shares follow from the sums.
/// Merged profiles among the inputs stand for their runs, which are `executables` of the result, in
/// the order of the inputs; nothing else depends on that order. Runs of another event than that of
/// most runs are kept there, but are in no sum. `unread`: findings about inputs that could not even
/// be read. Without profiles the result is empty but for the findings.
Profile merge(const std::vector<Profile>& profiles, Findings unread = {});

}  // namespace cxprof
