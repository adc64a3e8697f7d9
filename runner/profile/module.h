#pragma once

#include <cstdint>
#include <string>

#include "runner/profile/build_id.h"

namespace cxprof {

enum class ModuleKind {
  file,           ///< An ELF file on disk.
  kernel,         ///< The kernel image, "[kernel.kallsyms]".
  kernel_module,  ///< A loaded kernel module.
  vdso,           ///< "[vdso]", in memory only.
  anonymous,      ///< Executable memory without a file (JIT code, "//anon", "[heap]", "[stack]").
  unknown,        ///< No mapping covered the address. Exactly one such module exists, id 0.
};

/// One object that held executed code: an executable, a library, the kernel …
struct Module {
  std::string path;  ///< As recorded, e.g. "/usr/bin/naive", "/tmp/gone (deleted)", "[vdso]".
  ModuleKind kind = ModuleKind::unknown;
  BuildId build_id;  ///< Of the file that was mapped, as recorded. Empty: not recorded.

  bool operator==(const Module&) const = default;
};

/// Index into the profile's modules. 0 is always the unknown module.
using ModuleId = std::uint32_t;
inline constexpr ModuleId unknown_module = 0;

}  // namespace cxprof
