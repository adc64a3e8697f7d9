#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runner/elf/elf_file.h"

namespace cxprof {

/// A stretch of executable code of an ELF file.
struct CodeSection {
  std::string name;  ///< Section name, e.g. ".text". Empty: a segment of a file without sections.
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  std::uint64_t entry_size = 0;   ///< sh_entsize.
  std::uint64_t file_offset = 0;  ///< Where its bytes stand in the file.
};

/// The executable sections, sorted by address; the executable segments where a file has none.
std::vector<CodeSection> read_code_sections(const ElfFile& file);

/// The section that holds `address`, or nullptr.
const CodeSection* find_code_section(const std::vector<CodeSection>& sections,
                                     std::uint64_t address);

}  // namespace cxprof
