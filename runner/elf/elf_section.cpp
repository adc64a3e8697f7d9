#include "runner/elf/elf_section.h"

#include <elf.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "runner/support/byte_reader.h"
#include "runner/support/error.h"

namespace cxprof {
namespace {

constexpr std::uint32_t compressed_zstd = 2;  // ELFCOMPRESS_ZSTD, newer than our oldest <elf.h>

Elf64_Shdr section_header(std::span<const std::byte> file, const Elf64_Ehdr& header,
                          std::uint64_t index) {
  Elf64_Shdr section{};
  std::memcpy(&section, file.data() + header.e_shoff + index * sizeof section, sizeof section);
  return section;
}

std::string name_in(std::span<const std::byte> names, std::uint64_t offset) {
  if (offset >= names.size()) return "";
  const auto* text = reinterpret_cast<const char*>(names.data() + offset);
  return std::string(text, strnlen(text, names.size() - static_cast<std::size_t>(offset)));
}

std::span<const std::byte> range(std::span<const std::byte> file, std::uint64_t offset,
                                 std::uint64_t size) {
  if (offset > file.size() || size > file.size() - offset) return {};
  return file.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
}

struct Compressed {
  std::uint32_t method = ELFCOMPRESS_ZLIB;
  std::uint64_t size = 0;  // when decompressed
  std::span<const std::byte> payload;
};

Compressed parse_header(const ElfSection& section, ByteReader reader) {
  Compressed compressed;
  if ((section.flags & SHF_COMPRESSED) != 0) {
    auto header = reader.read<Elf64_Chdr>("a compressed section's header");
    compressed.method = header.ch_type;
    compressed.size = header.ch_size;
  } else {  // ".zdebug_": "ZLIB", then the size in 8 bytes, big end first
    reader.skip(4, "a compressed section's mark");
    for (int i = 0; i < 8; ++i) {
      compressed.size =
          compressed.size << 8 | reader.read<std::uint8_t>("a compressed section's size");
    }
  }
  compressed.payload = reader.bytes(reader.remaining(), "a compressed section");
  return compressed;
}

bool inflate(const Compressed& in, std::vector<std::byte>& out) {
  if (in.method == compressed_zstd) {
    std::size_t size =
        ZSTD_decompress(out.data(), out.size(), in.payload.data(), in.payload.size());
    return ZSTD_isError(size) == 0 && size == out.size();
  }
  auto size = static_cast<uLongf>(out.size());
  return in.method == ELFCOMPRESS_ZLIB &&
         uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                    reinterpret_cast<const Bytef*>(in.payload.data()),
                    static_cast<uLong>(in.payload.size())) == Z_OK &&
         size == out.size();
}

}  // namespace

std::vector<ElfSection> read_sections(std::span<const std::byte> file) {
  Elf64_Ehdr header{};
  std::memcpy(&header, file.data(), sizeof header);
  std::vector<ElfSection> sections;
  if (header.e_shoff == 0) return sections;
  // Numbers that do not fit stand in the first header (gABI, "Extended numbering").
  std::uint64_t count = header.e_shnum;
  std::uint64_t names_index = header.e_shstrndx;
  if (count == 0) count = section_header(file, header, 0).sh_size;
  if (names_index == SHN_XINDEX && count > 0) names_index = section_header(file, header, 0).sh_link;
  std::span<const std::byte> names;
  if (names_index < count) {
    Elf64_Shdr table = section_header(file, header, names_index);
    if (table.sh_type == SHT_STRTAB) names = range(file, table.sh_offset, table.sh_size);
  }
  sections.reserve(static_cast<std::size_t>(count));
  for (std::uint64_t i = 0; i < count; ++i) {
    Elf64_Shdr section = section_header(file, header, i);
    sections.push_back({name_in(names, section.sh_name), section.sh_type, section.sh_flags,
                        section.sh_addr, section.sh_offset, section.sh_size, section.sh_link,
                        section.sh_entsize});
  }
  return sections;
}

bool is_compressed(const ElfSection& section) {
  return (section.flags & SHF_COMPRESSED) != 0 || section.name.starts_with(".zdebug_");
}

std::vector<std::byte> decompressed(const ElfSection& section, std::span<const std::byte> contents,
                                    const std::string& file) {
  Compressed in = parse_header(section, ByteReader(contents, file, section.file_offset));
  constexpr std::uint64_t highest_ratio = 1024;  // deflate's is 1032:1, of nothing but zeros
  if (in.size / highest_ratio > in.payload.size()) {
    fail("{}: the file is damaged: section {} claims to be {} bytes of {} compressed ones", file,
         section.name, in.size, in.payload.size());
  }
  std::vector<std::byte> out(static_cast<std::size_t>(in.size));
  if (!inflate(in, out)) {
    fail("{}: section {} cannot be decompressed (method {})", file, section.name, in.method);
  }
  return out;
}

}  // namespace cxprof
