#pragma once

#include <filesystem>
#include <vector>

namespace cxprof {

/// How user code is told from the runtime's. Kept with a recording, so that a later report splits
/// alike.
struct CodeRoots {
  std::vector<std::filesystem::path>
      user;  ///< Source directories of the user's own code (--user-root).
  std::vector<std::filesystem::path>
      runtime;  ///< Not the user's even below a user root (--runtime-root).
  std::vector<std::filesystem::path>
      binaries;  ///< Below here lie the binaries that the project built.

  bool operator==(const CodeRoots&) const = default;
};

}  // namespace cxprof
