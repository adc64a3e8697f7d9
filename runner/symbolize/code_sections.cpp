#include "runner/symbolize/code_sections.h"

#include <gelf.h>

#include <algorithm>

namespace cxprof {

std::vector<CodeSection> read_code_sections(const ElfFile& file) {
  std::vector<CodeSection> sections;
  std::size_t names = 0;
  bool named = elf_getshdrstrndx(file.elf(), &names) == 0;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(file.elf(), section)) != nullptr;) {
    GElf_Shdr header{};
    if (gelf_getshdr(section, &header) == nullptr) continue;
    if ((header.sh_flags & SHF_EXECINSTR) == 0 || (header.sh_flags & SHF_ALLOC) == 0) continue;
    if (header.sh_addr + header.sh_size <= header.sh_addr) continue;  // empty, or wraps around
    const char* name = named ? elf_strptr(file.elf(), names, header.sh_name) : nullptr;
    sections.push_back({name == nullptr ? "" : name, header.sh_addr,
                        header.sh_addr + header.sh_size, header.sh_entsize, header.sh_offset});
  }
  if (sections.empty()) {
    for (const LoadSegment& segment : file.segments()) {
      if (!segment.executable || segment.address + segment.file_size <= segment.address) continue;
      sections.push_back(
          {"", segment.address, segment.address + segment.file_size, 0, segment.file_offset});
    }
  }
  std::sort(sections.begin(), sections.end(),
            [](const CodeSection& a, const CodeSection& b) { return a.start < b.start; });
  return sections;
}

const CodeSection* find_code_section(const std::vector<CodeSection>& sections,
                                     std::uint64_t address) {
  auto after = std::upper_bound(
      sections.begin(), sections.end(), address,
      [](std::uint64_t value, const CodeSection& section) { return value < section.start; });
  if (after == sections.begin()) return nullptr;
  const CodeSection& candidate = *std::prev(after);
  return address < candidate.end ? &candidate : nullptr;
}

}  // namespace cxprof
