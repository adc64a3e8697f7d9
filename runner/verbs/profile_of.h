#pragma once

#include <filesystem>

#include "runner/command_line/options.h"
#include "runner/profile/profile.h"
#include "runner/profile/recording.h"

namespace cxprof {

/// From a recording to its profile: load → unwind → symbolize → analyze. A recording that failed
/// has a profile too: one without samples that says why. Throws Error when the recording cannot be
/// read.
Profile profile_of(Recording recording, const AnalysisOptions& options);

/// The profile of perf script text (a file, or "-" for standard input): read → analyze.
Profile profile_of_text(const std::filesystem::path& text, const AnalysisOptions& options);

}  // namespace cxprof
