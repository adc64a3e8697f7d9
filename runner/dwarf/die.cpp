#include "runner/dwarf/die.h"

#include <dwarf.h>

namespace cxprof::dwarf {
namespace {

constexpr int longest_chain = 16;  // of origins; damaged information may hold a circle

// An entry of a table of offsets or addresses.
std::optional<std::uint64_t> table_entry(Bytes table, std::uint64_t base, std::uint64_t index,
                                         unsigned size) {
  if (base > table.size() || index >= (table.size() - base) / size) return std::nullopt;
  return Cursor(table.subspan(static_cast<std::size_t>(base + index * size))).number(size);
}

std::string_view indexed_string(Unit& unit, std::uint64_t index) {
  const UnitRoot* root = root_of(unit);
  if (root == nullptr) return {};
  const Sections& sections = unit.file->sections();
  auto offset = table_entry(sections.str_offsets, root->string_offsets_base, index,
                            unit.encoding.offset_size);
  return offset ? string_at(sections.str, *offset) : std::string_view();
}

// Skeletons have the addresses of their split units.
std::optional<std::uint64_t> indexed_address(Unit& unit, std::uint64_t index) {
  Unit& holder = unit.skeleton == nullptr ? unit : *unit.skeleton;
  const UnitRoot* root = root_of(holder);
  if (root == nullptr) return std::nullopt;
  return table_entry(holder.file->sections().addr, root->address_base, index, 8);
}

Die die_in(Unit* unit, const std::byte* at) { return unit == nullptr ? Die{} : die_at(*unit, at); }

Die die_of_offset(File* file, std::uint64_t offset) {
  if (file == nullptr || offset >= file->sections().info.size()) return {};
  const std::byte* at = file->sections().info.data() + offset;
  return die_in(file->unit_at(at), at);
}

Die die_of_signature(File& file, std::uint64_t signature) {
  Unit* unit = file.type_unit(signature);
  if (unit == nullptr || unit->type_offset >= static_cast<std::uint64_t>(unit->end - unit->begin)) {
    return {};
  }
  return die_at(*unit, unit->begin + unit->type_offset);
}

}  // namespace

Die die_at(Unit& unit, const std::byte* at) {
  if (at < unit.first || at >= unit.end) return {};
  if (!unit.opened && root_of(unit) == nullptr) return {};
  if (unit.abbreviations == nullptr) return {};
  Cursor cursor(at, unit.end);
  const Abbreviation* shape = unit.abbreviations->find(cursor.uleb());
  return shape == nullptr ? Die{} : Die{&unit, at, cursor.at(), shape};
}

Value attribute(const Die& die, std::uint16_t name) {
  Cursor cursor(die.attributes, die.unit->end);
  for (const AttributeSpec& spec : die.unit->abbreviations->attributes(*die.shape)) {
    if (spec.name == name) return read_value(cursor, spec, die.unit->encoding);
    if (!skip_value(cursor, spec, die.unit->encoding)) return {};
  }
  return {};
}

Inherited inherited_attribute(Die die, std::uint16_t name) {
  for (int i = 0; die && i < longest_chain; ++i) {
    if (Value value = attribute(die, name)) return {die, value};
    Die next = referenced(die, DW_AT_abstract_origin);
    die = next ? next : referenced(die, DW_AT_specification);
  }
  return {};
}

bool skip_attributes(Cursor& cursor, const Die& die) {
  if (die.shape->size != Abbreviation::not_fixed) {
    cursor.skip(die.shape->size);
    return cursor.ok();
  }
  for (const AttributeSpec& spec : die.unit->abbreviations->attributes(*die.shape)) {
    if (!skip_value(cursor, spec, die.unit->encoding)) return false;
  }
  return true;
}

namespace {

// Jumps by DW_AT_sibling. False: there is none to be trusted, since it must point onwards.
bool jump_to_sibling(Cursor& cursor, const Die& die) {
  if (!die.shape->has_sibling) return false;
  const std::byte* to = nullptr;
  if (die.shape->sibling_offset != Abbreviation::not_fixed) {
    Cursor field(die.attributes, die.unit->end);
    field.skip(die.shape->sibling_offset);
    auto offset = field.fixed<std::uint32_t>();
    if (!field.ok() || offset >= die.unit->end - die.unit->begin) return false;
    to = die.unit->begin + offset;
  } else {
    Value value = attribute(die, DW_AT_sibling);
    switch (value.form) {
      case DW_FORM_ref1:
      case DW_FORM_ref2:
      case DW_FORM_ref8:
      case DW_FORM_ref_udata:
      case DW_FORM_ref4:
        break;
      default:
        return false;
    }
    if (value.number >= static_cast<std::uint64_t>(die.unit->end - die.unit->begin)) return false;
    to = die.unit->begin + value.number;
  }
  if (to <= die.attributes) return false;
  cursor.jump(to);
  return true;
}

}  // namespace

bool skip_tree(Cursor& cursor, const Die& die, std::uint64_t& steps) {
  if (!die.shape->has_children) return skip_attributes(cursor, die);
  if (jump_to_sibling(cursor, die)) return true;
  if (!skip_attributes(cursor, die)) return false;
  for (std::uint64_t depth = 1; depth > 0;) {
    if (steps == 0 || cursor.at_end()) return false;
    --steps;
    const std::byte* at = cursor.at();
    std::uint64_t code = cursor.uleb();
    if (code == 0) {
      --depth;
      continue;
    }
    const Abbreviation* shape = die.unit->abbreviations->find(code);
    if (shape == nullptr) return false;
    Die child{die.unit, at, cursor.at(), shape};
    if (!shape->has_children) {
      if (!skip_attributes(cursor, child)) return false;
    } else if (!jump_to_sibling(cursor, child)) {
      if (!skip_attributes(cursor, child)) return false;
      ++depth;
    }
  }
  return cursor.ok();
}

std::string_view text(Unit& unit, const Value& value) {
  const Sections& sections = unit.file->sections();
  switch (value.form) {
    case DW_FORM_string:
      return {reinterpret_cast<const char*>(value.text),
              static_cast<std::size_t>(value.text_end - value.text)};
    case DW_FORM_strp:
      return string_at(sections.str, value.number);
    case DW_FORM_line_strp:
      return string_at(sections.line_str, value.number);
    case DW_FORM_strx:
    case DW_FORM_strx1:
    case DW_FORM_strx2:
    case DW_FORM_strx3:
    case DW_FORM_strx4:
    case DW_FORM_GNU_str_index:
      return indexed_string(unit, value.number);
    case DW_FORM_GNU_strp_alt:
    case DW_FORM_strp_sup: {
      File* alternate = unit.file->alternate();
      return alternate == nullptr ? std::string_view()
                                  : string_at(alternate->sections().str, value.number);
    }
    default:
      return {};
  }
}

std::optional<std::uint64_t> address(Unit& unit, const Value& value) {
  switch (value.form) {
    case DW_FORM_addr:
      return value.number;
    case DW_FORM_addrx:
    case DW_FORM_addrx1:
    case DW_FORM_addrx2:
    case DW_FORM_addrx3:
    case DW_FORM_addrx4:
    case DW_FORM_GNU_addr_index:
      return indexed_address(unit, value.number);
    default:
      return std::nullopt;
  }
}

std::optional<std::uint64_t> constant(const Value& value) {
  switch (value.form) {
    case DW_FORM_data1:
    case DW_FORM_data2:
    case DW_FORM_data4:
    case DW_FORM_data8:
    case DW_FORM_udata:
    case DW_FORM_sdata:
    case DW_FORM_implicit_const:
      return value.number;
    default:
      return std::nullopt;
  }
}

Die referenced(Unit& unit, const Value& value) {
  switch (value.form) {
    case DW_FORM_ref1:
    case DW_FORM_ref2:
    case DW_FORM_ref4:
    case DW_FORM_ref8:
    case DW_FORM_ref_udata:
      if (value.number >= static_cast<std::uint64_t>(unit.end - unit.begin)) return {};
      return die_at(unit, unit.begin + value.number);
    case DW_FORM_ref_addr:
      return die_of_offset(unit.file, value.number);
    case DW_FORM_GNU_ref_alt:
    case DW_FORM_ref_sup4:
    case DW_FORM_ref_sup8:
      return die_of_offset(unit.file->alternate(), value.number);
    case DW_FORM_ref_sig8:
      return die_of_signature(*unit.file, value.number);
    default:
      return {};
  }
}

Die referenced(const Die& die, std::uint16_t name) {
  Value value = attribute(die, name);
  return value ? referenced(*die.unit, value) : Die{};
}

Die abstract_instance(Die die) {
  for (int i = 0; i < longest_chain && die.shape->has_abstract_origin; ++i) {
    Die origin = referenced(die, DW_AT_abstract_origin);
    if (!origin) break;
    die = origin;
  }
  return die;
}

std::string_view linkage_name(const Die& die) {
  for (std::uint16_t name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
    Inherited found = inherited_attribute(die, name);
    if (found.value) return text(*found.die.unit, found.value);
  }
  return {};
}

std::string_view plain_name(const Die& die) {
  Inherited found = inherited_attribute(die, DW_AT_name);
  return found.value ? text(*found.die.unit, found.value) : std::string_view();
}

}  // namespace cxprof::dwarf
