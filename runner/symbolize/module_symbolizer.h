#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "runner/elf/module_files.h"
#include "runner/profile/symbolized_profile.h"
#include "runner/symbolize/debug_info.h"
#include "runner/symbolize/defined_functions.h"
#include "runner/symbolize/function_table.h"
#include "runner/symbolize/inlined_names.h"
#include "runner/symbolize/source_files.h"
#include "runner/symbolize/symbol_table.h"

namespace cxprof {

/// Names the addresses of one ELF file. Its symbols are read at once, its debug information only
/// where it is the user's code (see is_system_library) and an address needs it.
class ModuleSymbolizer {
 public:
  /// `file.image` must be there.
  ModuleSymbolizer(ModuleId module, const Module& description, const ModuleFile& file,
                   bool inlined_frames, FunctionTable& functions, SourceFiles& files);

  /// The frames at an address, innermost first. `samples`: how many stood exactly there.
  std::vector<Frame> frames(std::uint64_t address, std::uint64_t samples);

  /// Appends what the file defines out of line (see append_defined_functions).
  void append_defined(std::vector<DefinedFunction>& functions) {
    append_defined_functions(symbols_, debug_info_.get(), functions);
  }

  /// Completes `facts`; after the last frames().
  void report(ModuleFacts& facts);

 private:
  FunctionId physical_function(const Symbol* symbol, UnitIndex::Subprogram* subprogram);

  ModuleId module_;
  Module description_;
  bool inlined_frames_;
  bool has_debug_info_ = false;
  FunctionTable& functions_;
  SourceFiles& files_;
  SymbolTable symbols_;
  std::unordered_map<const Symbol*, FunctionId> function_of_symbol_;
  std::unique_ptr<DebugInfo> debug_info_;  ///< nullptr: none, or not wanted.
  std::unique_ptr<InlinedNames> inlined_names_;
};

}  // namespace cxprof
