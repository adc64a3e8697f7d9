#pragma once

#include <memory>

#include "runner/elf/elf_file.h"

namespace cxprof {

/// "MiniDebugInfo": the names of a stripped file's own functions, which Fedora and its kin keep in
/// it as an xz-compressed ELF file, section .gnu_debugdata (GDB manual, "Debugging information in a
/// special section"). nullptr: `image` has none, or it is damaged (said in the log).
std::shared_ptr<ElfFile> read_mini_debug_info(const ElfFile& image);

}  // namespace cxprof
