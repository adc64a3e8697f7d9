#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runner/profile/function.h"

namespace cxprof {

/// A place in the source. File 0, line 0: not known.
struct SourcePosition {
  SourceFileId file = 0;
  std::uint32_t line = 0;
};

/// A path as debug information gives it, made absolute by the unit's compilation directory and
/// normalised without looking at the disk ("a/../b" → "b"). Empty for an unknown file ("???").
std::string source_path(std::string_view file, std::string_view compilation_directory);

/// The source files of a profile, each path once. [0] is the empty path.
class SourceFiles {
 public:
  SourceFileId id(const std::string& path);
  [[nodiscard]] const std::string& path(SourceFileId id) const { return paths_[id]; }

  /// Hands the paths over; the table is not used any more.
  std::vector<std::string> take() { return std::move(paths_); }

 private:
  std::vector<std::string> paths_{std::string()};
  std::unordered_map<std::string, SourceFileId> ids_{{std::string(), 0}};
};

}  // namespace cxprof
