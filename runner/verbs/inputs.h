#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/command_line/options.h"
#include "runner/profile/profile.h"

namespace cxprof {

/// What an INPUT of `report` and `merge` stands for.
struct Input {
  enum class Kind { run_directory, session, profile_json, perf_data, perf_script_text };
  Kind kind = Kind::perf_data;
  std::filesystem::path path;  ///< Directories: canonical.
};

/// A file is what its content says it is, whatever its name. "-" is perf script text on standard
/// input. A directory that holds runs stands for the newest of them (`latest`). Throws Error when
/// it is none of these.
Input find_input(const std::filesystem::path& input);

/// What was recorded: of a run directory or a perf.data file. A run whose runner was ended before
/// it could write recording.json has a perf.data at most. Throws Error when there is neither.
Recording recording_of(const Input& input);

/// The analysis of a recording: split into user code and runtime as when it was recorded, unless
/// told otherwise.
Profile analyzed(Recording recording, AnalysisOptions options);

/// The profile of one input: from profile.json where there is one, else analysed now; of a session
/// the sum of its runs. `analyze_again`: never from profile.json. Throws Error when it cannot be
/// read.
Profile profile_from(const Input& input, const AnalysisOptions& options, bool analyze_again);

/// All inputs added up. Those that cannot be read are findings; throws Error when none can.
Profile merged_from(const std::vector<std::filesystem::path>& inputs,
                    const AnalysisOptions& options, bool analyze_again);

}  // namespace cxprof
