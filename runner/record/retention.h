#pragma once

#include <filesystem>

namespace cxprof {

/// Removes all but the `keep` newest run directories beside `run_directory` (0: removes nothing).
/// Only directories named like ours that hold a runner.log are touched, and none that a process
/// still works with. What cannot be removed stays; it is no error.
void remove_old_runs(const std::filesystem::path& run_directory, unsigned keep);

}  // namespace cxprof
