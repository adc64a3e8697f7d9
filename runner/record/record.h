#pragma once

#include <filesystem>
#include <optional>

#include "runner/profile/record_request.h"
#include "runner/profile/recording.h"

namespace cxprof {

/// Runs the program once and records it. This is the only room that starts processes.
///
/// Creates the run directory, snapshots the binary, records, and returns how it went. A recorder
/// that cannot record is no error: `failure` is set, and the program has still run exactly once,
/// unprofiled, with its status in `exit`. Throws Error only before the program was started (output
/// directory not writable, …).
Recording record(const RecordRequest& request);

/// Ends this process the way the program ended: exits with its code, dies of its signal (core size
/// limit 0, so that no second core is written), 124 at the time limit, 126/127 when not started.
[[noreturn]] void end_like(const ExitStatus& status);

/// Writes `recording` as recording.json into its run directory, and reads it back. `read` gives
/// nothing when the directory has no such file; throws Error when it is damaged.
void write_recording(const Recording& recording);
std::optional<Recording> read_recording(const std::filesystem::path& run_directory);

/// A run directory may have been moved or copied since: its files are where it is `now`, and so are
/// the snapshots of its profile root.
void move_to(Recording& recording, const std::filesystem::path& now);

}  // namespace cxprof
