#pragma once

#include <string>
#include <string_view>

#include "runner/profile/profile.h"

namespace cxprof {

/// What is known of the profiled binary: path, build id, compiler and flags.
Target target_facts(const SymbolizedProfile& symbolized, ModuleId program);

/// The optimisation level in a DW_AT_producer: the last -O flag of GCC's, "-O0" where GCC's flags
/// hold none (its default). Empty for producers without flags (clang's unless
/// -grecord-command-line).
std::string optimization_level(std::string_view producer);

}  // namespace cxprof
