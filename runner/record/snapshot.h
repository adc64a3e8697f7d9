#pragma once

#include <filesystem>
#include <vector>

#include "runner/profile/finding.h"
#include "runner/profile/record_request.h"
#include "runner/profile/recording.h"

namespace cxprof {

/// Copies the program and the project's libraries that it needs to
/// `<output_root>/.build-id/xx/…/elf` (once per build id, where `perf --buildid-dir <output_root>`
/// looks for them), or into the run directory where a file has no build id. What cannot be copied
/// is a finding. Safe beside other processes that do the same.
std::vector<Snapshot> take_snapshots(const RecordRequest& request,
                                     const std::filesystem::path& output_root,
                                     const std::filesystem::path& run_directory,
                                     Findings& findings);

}  // namespace cxprof
