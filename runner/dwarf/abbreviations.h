#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "runner/dwarf/budget.h"
#include "runner/dwarf/forms.h"
#include "runner/dwarf/sections.h"

namespace cxprof::dwarf {

/// The shape of a kind of DIE: its tag, and which attributes in which forms.
struct Abbreviation {
  static constexpr std::uint32_t not_fixed = UINT32_MAX;

  std::uint16_t tag = 0;
  bool has_children = false;
  bool has_code = false;             ///< Has DW_AT_low_pc or DW_AT_ranges.
  bool has_abstract_origin = false;  ///< Has DW_AT_abstract_origin.
  bool has_sibling = false;          ///< Has DW_AT_sibling.
  std::uint32_t size = not_fixed;    ///< Of all attributes, where that is the same for all DIEs.
  std::uint32_t sibling_offset = not_fixed;  ///< Where a DW_FORM_ref4 sibling stands.
  std::uint32_t first_attribute = 0;
  std::uint32_t attribute_count = 0;
};

/// One table of .debug_abbrev.
class AbbreviationTable {
 public:
  /// Reads the table that begins at `table`; a damaged one ends where the damage is.
  AbbreviationTable(Bytes table, Encoding encoding, Budget& budget);

  /// nullptr: there is no such code.
  [[nodiscard]] const Abbreviation* find(std::uint64_t code) const {
    if (code - 1 < dense_.size()) return &dense_[code - 1];
    return find_sparse(code);
  }

  [[nodiscard]] std::span<const AttributeSpec> attributes(const Abbreviation& abbreviation) const {
    return std::span(attributes_)
        .subspan(abbreviation.first_attribute, abbreviation.attribute_count);
  }

 private:
  [[nodiscard]] const Abbreviation* find_sparse(std::uint64_t code) const;
  Abbreviation read_one(Cursor& cursor, Encoding encoding);

  std::vector<Abbreviation> dense_;  ///< [i] has code i + 1, as compilers number them.
  std::unordered_map<std::uint64_t, Abbreviation> sparse_;
  std::vector<AttributeSpec> attributes_;
};

}  // namespace cxprof::dwarf
