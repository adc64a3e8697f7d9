#pragma once

#include <span>
#include <string>
#include <vector>

#include "runner/profile/profile.h"

namespace cxprof {

/// Looks up what the user asked to be watched and fills `profile.tracked` and `profile.budgets`, in
/// the order asked for.
///
/// A share is samples of summary.profiled_samples, with Wilson's interval at 99.9 % (wilson.h): it
/// is over its limit when the whole interval lies above, within when the whole of it lies at or
/// below; a limit of 0 % is kept by having no sample. Without profiled samples everything is
/// undecided. A budget that could never be exceeded is none: an unknown name, max-self of a
/// function that was only inlined, max-user of runtime code or of a function whose self time is
/// over the limit and all in functions inlined into it, max-inclusive of an entry point.
///
/// `repetitions`: further runs whose counts `profile` holds already (add_counts), with their
/// samples.
void evaluate_gates(Profile& profile, const GateRequest& request,
                    std::span<const Profile> repetitions = {});

/// What the gates of an evaluated profile mean for the exit status.
struct GateOutcome {
  std::vector<std::string> failures;   ///< A sentence each: budgets exceeded, names not found.
  std::vector<std::string> undecided;  ///< A sentence each; failures only where asked for.
};

/// A profile without profiled samples fails nothing: all is undecided then.
GateOutcome gate_outcome(const Profile& profile);

/// More samples could change whether the budgets are kept: one is undecided and none is exceeded.
bool more_samples_needed(const Profile& profile);

}  // namespace cxprof
