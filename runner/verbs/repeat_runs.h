#pragma once

#include <chrono>

#include "runner/command_line/options.h"
#include "runner/profile/profile.h"
#include "runner/verbs/standard_input.h"

namespace cxprof {

/// Evaluates the gates of `profile`, which is of one run of `request`'s program that took
/// `first_run` (recording and analysis). While a budget is undecided and the program passes, runs
/// it again, quietly, into <run directory>/repeat-2, repeat-3, …, and adds the counts to `profile`;
/// evaluates after 2, 4, 8, … runs, at most ten times in all, until every budget is decided or the
/// next run would not end within options.repeat_within.
///
/// A repetition that fails ends it and is not counted; only where it was interrupted its status
/// becomes that of `profile.detail.recording`. What was done stands in the profile's findings.
/// `input` is the program's standard input as it was before the first run.
void evaluate_with_repetitions(Profile& profile, const RunOptions& options,
                               const RecordRequest& request, const StandardInput& input,
                               std::chrono::steady_clock::duration first_run);

}  // namespace cxprof
