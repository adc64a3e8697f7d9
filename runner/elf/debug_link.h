#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

struct Elf;  // libelf

namespace cxprof {

/// What .gnu_debuglink says of a stripped file's separate debug file.
struct DebugLink {
  std::string name;  ///< A bare file name.
  std::uint32_t crc = 0;
};

/// The .gnu_debuglink of an ELF file. Absent: it has none, or one that names no plain file.
std::optional<DebugLink> read_debug_link(Elf* elf);

/// CRC-32 of a whole file, as .gnu_debuglink has it. Throws Error when it cannot be read.
std::uint32_t file_crc(const std::filesystem::path& path);

}  // namespace cxprof
