#pragma once

#include <memory>

#include "runner/elf/elf_file.h"

namespace cxprof {

/// The vdso that the running kernel mapped into this process. nullptr: there is none.
std::shared_ptr<ElfFile> own_vdso();

}  // namespace cxprof
