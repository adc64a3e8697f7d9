#include "runner/dwarf/abbreviations.h"

#include <dwarf.h>

namespace cxprof::dwarf {
namespace {

void note(Abbreviation& shape, AttributeSpec& spec, Encoding encoding) {
  switch (spec.name) {
    case DW_AT_low_pc:
    case DW_AT_ranges:
      shape.has_code = true;
      break;
    case DW_AT_abstract_origin:
      shape.has_abstract_origin = true;
      break;
    case DW_AT_sibling:
      shape.has_sibling = true;
      if (spec.form == DW_FORM_ref4) shape.sibling_offset = shape.size;
      break;
    default:
      break;
  }
  int size = fixed_form_size(spec.form, encoding);
  spec.size = static_cast<std::int8_t>(size);
  if (size < 0) {
    shape.size = Abbreviation::not_fixed;
  } else if (shape.size != Abbreviation::not_fixed) {
    shape.size += static_cast<std::uint32_t>(size);
  }
}

}  // namespace

AbbreviationTable::AbbreviationTable(Bytes table, Encoding encoding, Budget& budget) {
  Cursor cursor(table);
  while (true) {
    const std::byte* start = cursor.at();
    std::uint64_t code = cursor.uleb();
    if (code == 0) return;
    Abbreviation shape = read_one(cursor, encoding);
    if (!cursor.ok() || !budget.spend(static_cast<std::uint64_t>(cursor.at() - start))) return;
    if (code == dense_.size() + 1) {
      dense_.push_back(shape);
    } else {
      sparse_.try_emplace(code, shape);
    }
  }
}

Abbreviation AbbreviationTable::read_one(Cursor& cursor, Encoding encoding) {
  Abbreviation shape;
  // Tags and attributes are at most 0xffff (DW_TAG_hi_user, DW_AT_hi_user is 0x3fff).
  shape.tag = static_cast<std::uint16_t>(cursor.uleb());
  shape.has_children = cursor.fixed<std::uint8_t>() != 0;
  shape.size = 0;
  shape.first_attribute = static_cast<std::uint32_t>(attributes_.size());
  while (cursor.ok()) {
    AttributeSpec spec;
    spec.name = static_cast<std::uint16_t>(cursor.uleb());
    std::uint64_t form = cursor.uleb();
    if (spec.name == 0 && form == 0) break;
    spec.form = form <= UINT16_MAX ? static_cast<std::uint16_t>(form) : std::uint16_t{0};
    if (spec.form == DW_FORM_implicit_const) spec.implicit = cursor.sleb();
    note(shape, spec, encoding);
    attributes_.push_back(spec);
  }
  shape.attribute_count = static_cast<std::uint32_t>(attributes_.size()) - shape.first_attribute;
  return shape;
}

const Abbreviation* AbbreviationTable::find_sparse(std::uint64_t code) const {
  auto found = sparse_.find(code);
  return found == sparse_.end() ? nullptr : &found->second;
}

}  // namespace cxprof::dwarf
