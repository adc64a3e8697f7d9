#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "runner/elf/elf_file.h"

namespace cxprof::dwarf {

using Bytes = std::span<const std::byte>;

/// The DWARF sections of one file, decompressed. Empty: it has none of the kind.
struct Sections {
  Bytes info = {};
  Bytes types = {};  ///< .debug_types: type units of DWARF 4.
  Bytes abbrev = {};
  Bytes str = {};
  Bytes line = {};
  Bytes line_str = {};
  Bytes ranges = {};
  Bytes rnglists = {};
  Bytes addr = {};
  Bytes str_offsets = {};
  Bytes aranges = {};
};

/// Of an executable, library or separate debug file.
Sections sections_of(const ElfFile& file);

/// Of a .dwo or .dwp file (".debug_info.dwo" …).
Sections split_sections_of(const ElfFile& file);

/// Up to `size` bytes from `offset`; empty where `offset` lies outside.
Bytes part_of(Bytes section, std::uint64_t offset, std::uint64_t size = UINT64_MAX);

/// The NUL-terminated string at `offset`. Empty: `offset` lies outside, or the string does not end.
std::string_view string_at(Bytes section, std::uint64_t offset);

}  // namespace cxprof::dwarf
