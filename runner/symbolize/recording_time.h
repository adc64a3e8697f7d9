#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "runner/profile/recording.h"

namespace cxprof {

/// Seconds since the epoch of "2024-05-01T12:00:00+02:00" (or "Z", or "+0200"). Absent: not such a
/// text.
std::optional<std::chrono::sys_seconds> parse_iso8601(const std::string& text);

/// When a recording was made: its own start, else the file's modification time (which a copy may
/// have moved forward). Absent: neither is known.
std::optional<std::chrono::sys_seconds> recording_time(const Recording& recording);

/// When the running kernel was booted, to a second or two. Absent: not known.
std::optional<std::chrono::sys_seconds> boot_time();

}  // namespace cxprof
