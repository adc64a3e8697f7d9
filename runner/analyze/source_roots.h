#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cxprof {

/// Directories that paths are tested against, by name only: files need not exist any more. Each
/// root counts as given and with its symbolic links resolved, because DWARF may hold either.
class SourceRoots {
 public:
  explicit SourceRoots(const std::vector<std::filesystem::path>& roots);

  [[nodiscard]] bool empty() const { return roots_.empty(); }
  /// `path` (any spelling) lies under one of the roots.
  [[nodiscard]] bool contains(const std::string& path) const;
  /// As contains, and no folder between the root and the file is `_deps`, where CMake's
  /// FetchContent puts other people's code.
  [[nodiscard]] bool contains_own(const std::string& path) const;

 private:
  std::vector<std::string> roots_;  ///< Normalised, without a trailing slash.
};

/// The directories of the operating system and its packages, for objects and for sources.
bool is_system_path(const std::string& path);

}  // namespace cxprof
