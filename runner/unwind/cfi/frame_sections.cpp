#include "runner/unwind/cfi/frame_sections.h"

#include <elf.h>

#include <cstring>

#include "runner/unwind/code_bytes.h"

namespace cxprof::cfi {
namespace {

// The program header of .eh_frame_hdr; the tables' bounds were checked when the file was opened.
std::optional<Elf64_Phdr> header_segment(std::span<const std::byte> file) {
  Elf64_Ehdr elf;
  if (file.size() < sizeof elf) return std::nullopt;
  std::memcpy(&elf, file.data(), sizeof elf);
  for (std::uint64_t i = 0; i < elf.e_phnum; ++i) {
    Elf64_Phdr header;
    std::uint64_t offset = elf.e_phoff + i * sizeof header;
    if (offset > file.size() || file.size() - offset < sizeof header) break;
    std::memcpy(&header, file.data() + offset, sizeof header);
    if (header.p_type == PT_GNU_EH_FRAME) return header;
  }
  return std::nullopt;
}

std::optional<SearchHeader> find_header(const ElfFile& image) {
  if (const ElfSection* section = image.section(".eh_frame_hdr")) {
    return read_search_header(image.contents(*section), section->address);
  }
  auto segment = header_segment(image.bytes());
  if (!segment) return std::nullopt;
  auto bytes = bytes_at(image, segment->p_vaddr, segment->p_filesz);
  return read_search_header(bytes, segment->p_vaddr);
}

}  // namespace

std::optional<EhFrame> find_eh_frame(const ElfFile& image) {
  EhFrame found;
  found.section.is_eh_frame = true;
  found.header = find_header(image);
  if (const ElfSection* section = image.section(".eh_frame")) {
    found.section.bytes = image.contents(*section);
    found.section.address = section->address;
  } else if (found.header) {
    // It ends with a terminator, somewhere in the segment.
    found.section.address = found.header->eh_frame_address;
    found.section.bytes = bytes_at(image, found.section.address, image.bytes().size());
    found.section.has_known_end = false;
  }
  if (found.section.bytes.empty()) return std::nullopt;
  return found;
}

std::optional<FrameSection> find_debug_frame(const ElfFile& file) {
  FrameSection section;
  section.bytes = file.debug_section(".debug_frame");
  if (section.bytes.empty()) return std::nullopt;
  if (const ElfSection* header = file.section(".debug_frame")) section.address = header->address;
  return section;
}

}  // namespace cxprof::cfi
