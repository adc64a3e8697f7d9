#pragma once

#include "runner/command_line/options.h"

namespace cxprof {

/// Each verb, whole: the stages in the order the data travels. All give the exit status of the
/// process; `run` and `record_only` do not come back when the program died of a signal.

/// Records the program, ranks, reports to stdout and into the run directory.
int run(const RunOptions& options);

/// Records the program and keeps the recording.
int record_only(const RecordOptions& options);

/// Analyses and reports what was recorded before.
int report(const ReportCommandOptions& options);

/// Writes the profiled twins of a project's tests, for CTest to include.
int project_tests(const ProjectTestsOptions& options);

/// Examines the machine and records a child of its own; see doctor::Diagnosis for the exit status.
int examine(const DoctorOptions& options);

/// Adds up profiles that were made before.
int merge_profiles(const MergeOptions& options);

}  // namespace cxprof
