#pragma once

#include <memory>

#include "runner/dwarf/file.h"
#include "runner/dwarf/split_files.h"

namespace cxprof::dwarf {

/// All debug information of one module: its own file and those that it leads to. Not thread-safe,
/// but two modules share nothing.
class DebugFiles {
 public:
  /// `file`: the one with .debug_info.
  DebugFiles(std::shared_ptr<const ElfFile> file, const Places& places);

  File& main() { return main_; }

  /// The unit with the functions of `unit`: itself, or of a skeleton the split unit, where that is
  /// found (else itself).
  Unit& full_unit(Unit& unit);

  /// Names of .dwo files that were wanted and not found.
  [[nodiscard]] const std::vector<std::string>& missing_split_files() const {
    return split_.missing();
  }

 private:
  File main_;
  SplitFiles split_;
};

}  // namespace cxprof::dwarf
