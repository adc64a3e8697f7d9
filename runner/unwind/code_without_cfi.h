#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "runner/elf/elf_file.h"
#include "runner/unwind/unwind_row.h"

namespace cxprof {

/// Rows for the two kinds of code that linkers and start-up files leave without call frame
/// information although their frames are known: PLT stubs (of lld and mold) and the code at the ELF
/// entry point, which nobody called. Absent: `address` is neither.
std::optional<UnwindRow> row_without_cfi(const ElfFile& file, std::uint64_t address);

/// Bytes that the instructions of a PLT section before `offset` have pushed above the return
/// address. `section` is the section's code from its beginning, as far as needed. Absent: the code
/// is none that linkers are known to write, or no instruction begins at `offset`.
std::optional<std::size_t> plt_pushed_bytes(std::span<const std::byte> section, std::size_t offset);

}  // namespace cxprof
