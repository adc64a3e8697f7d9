#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runner/profile/profile.h"

namespace cxprof {

struct AnalyzeOptions {
  /// Event to rank, by name. Empty: the first sampling event of the recording.
  std::string event;
  /// Source directories of the user's own code (--user-root). Empty: not told; then everything in
  /// the program and its libraries that does not lie in the system's directories counts as the
  /// user's.
  std::vector<std::filesystem::path> user_roots;
  /// Source or library directories that are runtime even below a user root (--runtime-root).
  std::vector<std::filesystem::path> runtime_roots;
  /// Below here lie the binaries that the project built (modules without debug information count as
  /// the user's when they do). Empty: only the program itself.
  std::vector<std::filesystem::path> project_binary_dirs;
};

/// Counts: rankings, counters, the user/runtime split, findings. Throws Error when `event` is not
/// in the recording (naming those that are).
Profile analyze(SymbolizedProfile symbolized, const AnalyzeOptions& options);

}  // namespace cxprof
