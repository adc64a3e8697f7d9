#pragma once

#include <optional>
#include <string>

#include "runner/command_line/options.h"

namespace cxprof {

/// Parses the command line. Nothing when it only asked for text (--help, --version), which has then
/// been printed to stdout. Throws Error (one sentence naming the option) when it is wrong.
std::optional<Options> parse_command_line(int argc, const char* const* argv);

/// The `cxprof run …` line that makes this profile again: every option that is not at its default.
std::string repeat_command(const RunOptions& options);

}  // namespace cxprof
