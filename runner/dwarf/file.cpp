#include "runner/dwarf/file.h"

#include <dwarf.h>

#include <algorithm>

namespace cxprof::dwarf {
namespace {

std::uint64_t total_size(const Sections& sections) {
  return sections.info.size() + sections.types.size() + sections.abbrev.size() +
         sections.line.size() + sections.ranges.size() + sections.rnglists.size() +
         sections.aranges.size();
}

}  // namespace

File::File(std::shared_ptr<const ElfFile> owner, const Sections& sections, bool is_split)
    : owner_(std::move(owner)),
      sections_(sections),
      is_split_(is_split),
      budget_(total_size(sections)) {
  read_units(sections_.info, false, *this, units_);
  for (Unit& unit : units_) unit.is_split = is_split;
}

Unit* File::unit_at(const std::byte* at) {
  auto after = std::upper_bound(units_.begin(), units_.end(), at,
                                [](const std::byte* a, const Unit& b) { return a < b.begin; });
  if (after == units_.begin()) return nullptr;
  Unit& unit = *std::prev(after);
  return at < unit.end ? &unit : nullptr;
}

Unit* File::unit_at_offset(std::uint64_t offset) {
  if (offset >= sections_.info.size()) return nullptr;
  const std::byte* at = sections_.info.data() + offset;
  Unit* unit = unit_at(at);
  return unit != nullptr && unit->begin == at ? unit : nullptr;
}

Unit* File::type_unit(std::uint64_t signature) {
  if (!signatures_read_) {
    signatures_read_ = true;
    read_units(sections_.types, true, *this, type_section_units_);
    for (Unit& unit : type_section_units_) {
      unit.is_split = is_split_;
      by_signature_.try_emplace(unit.signature, &unit);
    }
    for (Unit& unit : units_) {
      if (unit.type != DW_UT_type && unit.type != DW_UT_split_type) continue;
      by_signature_.try_emplace(unit.signature, &unit);
    }
  }
  auto found = by_signature_.find(signature);
  return found == by_signature_.end() ? nullptr : found->second;
}

const AbbreviationTable* File::abbreviations(std::uint64_t offset, Encoding encoding) {
  // Sizes depend on all of the encoding, though only DWARF 2 differs from other versions.
  std::uint64_t sizes = encoding.offset_size + (encoding.version <= 2 ? 256U : 0U);
  auto& table = abbreviations_[{offset, sizes}];
  if (!table) {
    table =
        std::make_unique<AbbreviationTable>(part_of(sections_.abbrev, offset), encoding, budget_);
  }
  return table.get();
}

const LineHeader* File::line_header(std::uint64_t offset) {
  auto [at, inserted] = line_headers_.try_emplace(offset);
  if (inserted) at->second = read_line_header(sections_, offset, budget_);
  return at->second.get();
}

File* File::alternate() {
  if (find_) {
    alternate_ = find_();
    find_ = nullptr;
  }
  return alternate_.get();
}

}  // namespace cxprof::dwarf
