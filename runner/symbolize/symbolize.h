#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

#include "runner/profile/symbolized_profile.h"

namespace cxprof {

struct SymbolizeOptions {
  bool inlined_frames = true;  ///< false: physical functions only, no DWARF scopes are read.
  /// Also hand on every function that the program and the modules below these directories define
  /// (SymbolizedProfile::defined_functions). Absent: not wanted; it takes time.
  std::optional<std::vector<std::filesystem::path>> defined_functions_below;
  std::size_t threads = 0;  ///< That name modules at the same time. 0: one for each core.
};

/// Names every distinct address: its physical function, the functions inlined there, file and line.
/// Never a name from a file of another build, and never the nearest symbol for lack of a right one.
/// The result does not depend on the number of threads.
SymbolizedProfile symbolize(UnwoundProfile unwound, const SymbolizeOptions& options);

}  // namespace cxprof
