#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "runner/profile/profile.h"

namespace cxprof {

/// The last line of the program's own measurements in its kept stdout: a line that holds at least
/// two of `bytes=`, `checksum=` and `elapsed=` (with ns, us, ms or s). Only the first and the last
/// 64 KiB are read. Nothing when there is no such line or no such file.
std::optional<ProgramLine> find_program_line(const std::filesystem::path& stdout_file);

/// The same for one line.
std::optional<ProgramLine> parse_program_line(std::string_view line);

}  // namespace cxprof
