#pragma once

#include "runner/profile/profile.h"

namespace cxprof {

/// What must be known about a merged profile: inputs that could not be read (`findings`), runs that
/// failed or have no profile, runs that do not go together (events, hosts, kernels, builds,
/// frequencies), and what the runs' own findings say in sum. `merged` has everything else. Most
/// severe first.
Findings merge_findings(const Profile& merged, Findings findings);

/// The findings of the runs, each kind once.
void add_run_summaries(const Profile& merged, Findings& findings);

}  // namespace cxprof
