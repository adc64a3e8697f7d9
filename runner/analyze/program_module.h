#pragma once

#include "runner/profile/symbolized_profile.h"

namespace cxprof {

/// The module that is the profiled program itself, or unknown_module when none of the modules is.
/// Known from the recorder's snapshot, else from the command, else (recordings made elsewhere) the
/// object whose main or _start is outermost on the stacks.
ModuleId program_module(const SymbolizedProfile& symbolized);

}  // namespace cxprof
