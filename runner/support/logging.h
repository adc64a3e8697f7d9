#pragma once

#include <filesystem>
#include <string>

namespace cxprof {

/// Sets spdlog's default logger up: diagnostics go to stderr as "cxprof: warning: …". `level` is
/// one of trace, debug, info, warning, error, off; anything else throws Error naming the choices.
void start_logging(const std::string& level);

/// From now on every diagnostic from debug upwards is also written to `file` (runner.log), with
/// time stamps, whatever the level on stderr. A file that cannot be opened is reported and done
/// without.
void log_to_file(const std::filesystem::path& file);

}  // namespace cxprof
