#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "runner/command_line/options.h"

namespace cxprof {

/// Parses the command line. Nothing when it only asked for text (--help, --version), which has then
/// been printed to stdout. Throws Error (one sentence naming the option) when it is wrong.
std::optional<Options> parse_command_line(int argc, const char* const* argv);

/// The command line that makes this profile again, from anywhere: every option that is not at its
/// default. `runner` is how to call cxprof; `working_directory` is where the program ran, empty:
/// not known.
std::string repeat_command(const RunOptions& options, const std::string& runner,
                           const std::filesystem::path& working_directory);

}  // namespace cxprof
