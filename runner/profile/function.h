#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runner/profile/module.h"

namespace cxprof {

/// Where a function's name came from.
enum class NameSource : std::uint8_t {
  none,     ///< No name: stands as "[object]", or "[unknown]" where not even the object is known.
  symbol,   ///< .symtab of the module or of its debug file.
  dynamic,  ///< .dynsym.
  plt,      ///< Synthesised for a PLT stub: "name@plt".
  debug_info,  ///< DWARF (inlined functions).
  kernel,      ///< /proc/kallsyms.
  perf_map,    ///< /tmp/perf-PID.map.
};

/// A function of a module: physical, or one that was inlined into physical ones.
struct Function {
  std::string name;  ///< Demangled, clone suffixes folded away. Without a name: "[libc.so.6]".
  std::string
      raw_name;  ///< As in the symbol table, with clone suffix and mangling. Empty: no name.
  ModuleId module = unknown_module;
  NameSource source = NameSource::none;
  /// Absolute path of the source file that declares it, from DWARF. Empty: not known.
  std::string declaration_file;
  std::uint32_t declaration_line = 0;  ///< 0: not known.
};

/// Index into SymbolizedProfile::functions. Every distinct (raw_name, module, source kind) is once.
using FunctionId = std::uint32_t;

/// Index into a profile's source files. 0 is the empty path: not known.
using SourceFileId = std::uint32_t;

/// One level at an address: an inlined function, or the physical one around it.
struct Frame {
  FunctionId function = 0;
  std::uint64_t offset =
      0;                  ///< Bytes from the start of the physical function's symbol; 0 if unknown.
  SourceFileId file = 0;  ///< Where the code at this level is. 0: not known.
  std::uint32_t line = 0;  ///< 0: not known.
  bool inlined = false;    ///< This level was inlined into the next one.
};

}  // namespace cxprof
