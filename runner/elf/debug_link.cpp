#include "runner/elf/debug_link.h"

#include <elfutils/libdwelf.h>
#include <zlib.h>

#include <span>
#include <string_view>

#include "runner/support/mapped_file.h"

namespace cxprof {

std::optional<DebugLink> read_debug_link(Elf* elf) {
  GElf_Word crc = 0;
  const char* name = dwelf_elf_gnu_debuglink(elf, &crc);
  if (name == nullptr) return std::nullopt;
  std::string_view text(name);
  // A path would let a damaged file point anywhere; the format knows bare names only.
  if (text.empty() || text == "." || text == ".." || text.find('/') != std::string_view::npos) {
    return std::nullopt;
  }
  return DebugLink{std::string(text), crc};
}

std::uint32_t file_crc(const std::filesystem::path& path) {
  auto file = MappedFile::open(path);
  std::span<const std::byte> bytes = file->bytes();
  uLong crc = crc32_z(0, nullptr, 0);
  crc = crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  return static_cast<std::uint32_t>(crc);
}

}  // namespace cxprof
