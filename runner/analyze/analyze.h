#pragma once

#include <cstddef>
#include <string>

#include "runner/profile/code_roots.h"
#include "runner/profile/profile.h"

namespace cxprof {

struct AnalyzeOptions {
  /// Event to rank, by name. Empty: the first sampling event of the recording.
  std::string event;
  /// No user roots: not told; then everything in the program and its libraries that does not lie in
  /// the system's directories counts as the user's. Modules below `binaries` without debug
  /// information count as the user's; none given: only the program itself.
  CodeRoots code_roots;
  std::size_t threads = 0;  ///< That rank at the same time. 0: one for each core.
};

/// Counts: rankings, counters, the user/runtime split, findings. Throws Error when `event` is not
/// in the recording (naming those that are).
Profile analyze(SymbolizedProfile symbolized, const AnalyzeOptions& options);

}  // namespace cxprof
