#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cxprof {

/// A section header of an ELF file.
struct ElfSection {
  std::string name;  ///< Empty: the file's names are damaged or stripped.
  std::uint32_t type = 0;
  std::uint64_t flags = 0;
  std::uint64_t address = 0;  ///< sh_addr. 0: not loaded.
  std::uint64_t file_offset = 0;
  std::uint64_t size = 0;  ///< In the file, as it stands there (compressed or not).
  std::uint32_t link = 0;
  std::uint64_t entry_size = 0;
};

/// All section headers of a file whose headers passed check_elf_headers, by index. Empty: it has
/// none.
std::vector<ElfSection> read_sections(std::span<const std::byte> file);

/// Whether the section's bytes are compressed (SHF_COMPRESSED, or GNU's older ".zdebug_").
bool is_compressed(const ElfSection& section);

/// The contents of a compressed section. Throws Error naming `file` when they are damaged, claim
/// more than 1024 times the compressed size, or use a method that is not zlib or zstd.
std::vector<std::byte> decompressed(const ElfSection& section, std::span<const std::byte> contents,
                                    const std::string& file);

}  // namespace cxprof
