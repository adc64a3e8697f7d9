#include "runner/dwarf/sections.h"

#include <algorithm>

#include "runner/dwarf/cursor.h"

namespace cxprof::dwarf {

Sections sections_of(const ElfFile& file) {
  Sections sections;
  sections.info = file.debug_section(".debug_info");
  sections.types = file.debug_section(".debug_types");
  sections.abbrev = file.debug_section(".debug_abbrev");
  sections.str = file.debug_section(".debug_str");
  sections.line = file.debug_section(".debug_line");
  sections.line_str = file.debug_section(".debug_line_str");
  sections.ranges = file.debug_section(".debug_ranges");
  sections.rnglists = file.debug_section(".debug_rnglists");
  sections.addr = file.debug_section(".debug_addr");
  sections.str_offsets = file.debug_section(".debug_str_offsets");
  sections.aranges = file.debug_section(".debug_aranges");
  return sections;
}

Sections split_sections_of(const ElfFile& file) {
  Sections sections;
  sections.info = file.debug_section(".debug_info.dwo");
  sections.types = file.debug_section(".debug_types.dwo");
  sections.abbrev = file.debug_section(".debug_abbrev.dwo");
  sections.str = file.debug_section(".debug_str.dwo");
  sections.line = file.debug_section(".debug_line.dwo");
  sections.line_str = file.debug_section(".debug_line_str.dwo");
  sections.rnglists = file.debug_section(".debug_rnglists.dwo");
  sections.str_offsets = file.debug_section(".debug_str_offsets.dwo");
  return sections;
}

Bytes part_of(Bytes section, std::uint64_t offset, std::uint64_t size) {
  if (offset >= section.size()) return {};
  return section.subspan(static_cast<std::size_t>(offset),
                         static_cast<std::size_t>(std::min(size, section.size() - offset)));
}

std::string_view string_at(Bytes section, std::uint64_t offset) {
  return Cursor(part_of(section, offset)).string();
}

}  // namespace cxprof::dwarf
