#pragma once

#include "runner/profile/profile.h"

namespace cxprof {

/// Adds the counts of a further run of the same program to `sum`: summary, rankings (rows of one
/// name and module become one), data_quality. Observations are drawn anew. What describes the first
/// run (target, event, recording, detail) stays.
void add_counts(Profile& sum, const Profile& run);

}  // namespace cxprof
