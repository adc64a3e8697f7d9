#pragma once

#include "runner/profile/build_id.h"

struct Elf;  // libelf

namespace cxprof {

/// The GNU build id of an ELF file, from its PT_NOTE segments, else from its note sections. Empty:
/// it has none.
BuildId read_build_id(Elf* elf);

/// The build id of the kernel that runs now, from /sys/kernel/notes. Empty: it cannot be read.
BuildId running_kernel_build_id();

}  // namespace cxprof
