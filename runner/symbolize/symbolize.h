#pragma once

#include "runner/profile/symbolized_profile.h"

namespace cxprof {

struct SymbolizeOptions {
  bool inlined_frames = true;  ///< false: physical functions only, no DWARF scopes are read.
};

/// Names every distinct address: its physical function, the functions inlined there, file and line.
/// Never a name from a file of another build, and never the nearest symbol for lack of a right one.
SymbolizedProfile symbolize(UnwoundProfile unwound, const SymbolizeOptions& options);

}  // namespace cxprof
