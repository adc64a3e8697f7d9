#include "runner/symbolize/code_sections.h"

#include <elf.h>

#include <algorithm>

namespace cxprof {

std::vector<CodeSection> read_code_sections(const ElfFile& file) {
  std::vector<CodeSection> sections;
  for (const ElfSection& section : file.sections()) {
    if ((section.flags & SHF_EXECINSTR) == 0 || (section.flags & SHF_ALLOC) == 0) continue;
    std::uint64_t end = section.address + section.size;
    if (end <= section.address) continue;  // empty, or wraps around
    sections.push_back(
        {section.name, section.address, end, section.entry_size, section.file_offset});
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
