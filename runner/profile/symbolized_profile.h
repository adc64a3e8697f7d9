#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runner/profile/function.h"
#include "runner/profile/unwound_profile.h"

namespace cxprof {

/// What could be found out about a module's file.
struct ModuleFacts {
  bool file_found = false;         ///< A file with the recorded build id was read.
  bool build_id_mismatch = false;  ///< The file at the recorded path is another build.
  bool has_symbols = false;        ///< .symtab, here or in a separate debug file.
  bool has_line_info = false;      ///< DWARF .debug_info, here or in a separate debug file.
  std::string
      missing_reason;    ///< Why names are missing, a clause for findings. Empty: nothing missing.
  std::string producer;  ///< DW_AT_producer of a unit: compiler, version, flags. Empty: not known.
};

/// A function that a binary of the project defines, whether it has samples or not.
struct DefinedFunction {
  std::string name;       ///< Demangled, clone suffixes folded away.
  std::string raw_name;   ///< As in the symbol table. Empty: known from debug information only.
  std::string ranked_as;  ///< The name its samples stand under: another one for an alias.

  bool operator==(const DefinedFunction&) const = default;
};

/// Every distinct address has its frames: innermost inlined first, the physical function last.
struct SymbolizedProfile {
  Recording recording;
  std::vector<Event> events;
  std::vector<Module> modules;
  std::vector<ModuleFacts> module_facts;  ///< Parallel to modules.
  std::vector<std::string> thread_names;
  std::vector<UnwoundSample> samples;
  std::vector<FrameAddress> addresses;
  CallStacks stacks;
  std::vector<Function> functions;
  std::vector<std::string> source_files;   ///< [0] is empty: not known.
  std::vector<std::vector<Frame>> frames;  ///< Parallel to addresses; never empty per address.
  /// What the project's binaries define out of line, by name. Empty unless asked for.
  std::vector<DefinedFunction> defined_functions;
  RecordingLosses losses;
  Findings findings;
};

}  // namespace cxprof
