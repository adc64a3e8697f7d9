#pragma once

#include <cstdint>
#include <optional>

#include "runner/elf/elf_file.h"
#include "runner/unwind/cfi/frame_entries.h"
#include "runner/unwind/cfi/search_table.h"

namespace cxprof::cfi {

/// An ELF file's .eh_frame and its index.
struct EhFrame {
  FrameSection section;
  std::optional<SearchHeader> header;
};

/// The .eh_frame of `image`, by its section headers; where those are stripped by the program header
/// PT_GNU_EH_FRAME. Absent: the file has none, or it is not in the file (a separate debug file).
std::optional<EhFrame> find_eh_frame(const ElfFile& image);

/// The .debug_frame of `file`, decompressed here. Absent: it has none.
std::optional<FrameSection> find_debug_frame(const ElfFile& file);

}  // namespace cxprof::cfi
