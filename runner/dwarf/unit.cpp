#include "runner/dwarf/unit.h"

#include <dwarf.h>

#include "runner/dwarf/cursor.h"
#include "runner/dwarf/die.h"
#include "runner/dwarf/file.h"

namespace cxprof::dwarf {
namespace {

// False: nothing behind this header can be found.
bool read_header(Cursor& cursor, bool is_types_section, Unit& unit) {
  unit.begin = cursor.at();
  std::uint64_t length = cursor.fixed<std::uint32_t>();
  unit.encoding.offset_size = 4;
  if (length == 0xffffffff) {
    length = cursor.fixed<std::uint64_t>();
    unit.encoding.offset_size = 8;
  } else if (length >= 0xfffffff0) {
    return false;  // reserved
  }
  if (!cursor.ok() || length > cursor.remaining()) return false;
  Cursor header(cursor.at(), cursor.at() + length);
  unit.end = header.end();
  cursor.jump(unit.end);
  unit.encoding.version = header.fixed<std::uint16_t>();
  unit.type = is_types_section ? DW_UT_type : DW_UT_compile;
  if (unit.encoding.version >= 5) {
    unit.type = header.fixed<std::uint8_t>();
    unit.encoding.address_size = header.fixed<std::uint8_t>();
    unit.abbreviations_offset = header.number(unit.encoding.offset_size);
  } else {
    unit.abbreviations_offset = header.number(unit.encoding.offset_size);
    unit.encoding.address_size = header.fixed<std::uint8_t>();
  }
  switch (unit.type) {
    case DW_UT_type:
    case DW_UT_split_type:
      unit.signature = header.fixed<std::uint64_t>();
      unit.type_offset = header.number(unit.encoding.offset_size);
      break;
    case DW_UT_skeleton:
    case DW_UT_split_compile:
      unit.signature = header.fixed<std::uint64_t>();
      break;
    default:
      break;
  }
  unit.first = header.at();
  if (!header.ok() || unit.encoding.version < 2 || unit.encoding.version > 5 ||
      unit.encoding.address_size != 8) {
    unit.file = nullptr;
  }
  return true;
}

// Where tables begin that a split unit does not name: behind their header in DWARF 5.
std::uint64_t behind_header(const Unit& unit, unsigned header_size) {
  if (unit.encoding.version < 5) return 0;
  return unit.encoding.offset_size == 8 ? header_size + 8 : header_size;
}

void read_bases(UnitRoot& root) {
  const Unit& unit = *root.die.unit;
  root.string_offsets_base = behind_header(unit, 8);
  root.address_base = behind_header(unit, 8);
  root.range_lists_base = behind_header(unit, 12);
  for_each_attribute(root.die, [&](std::uint16_t name, const Value& value) {
    switch (name) {
      case DW_AT_str_offsets_base:
        root.string_offsets_base = value.number;
        break;
      case DW_AT_addr_base:
      case DW_AT_GNU_addr_base:
        root.address_base = value.number;
        break;
      case DW_AT_rnglists_base:
        root.range_lists_base = value.number;
        break;
      case DW_AT_GNU_ranges_base:
        root.ranges_base = value.number;
        break;
      case DW_AT_stmt_list:
        root.lines = value.number;
        break;
      case DW_AT_GNU_dwo_id:
        root.split_id = value.number;
        break;
      default:
        break;
    }
  });
}

void read_contents(UnitRoot& root) {
  Unit& unit = *root.die.unit;
  for_each_attribute(root.die, [&](std::uint16_t name, const Value& value) {
    switch (name) {
      case DW_AT_low_pc:
        root.base_address = address(unit, value).value_or(0);
        break;
      case DW_AT_name:
        root.name = text(unit, value);
        break;
      case DW_AT_comp_dir:
        root.compilation_directory = text(unit, value);
        break;
      case DW_AT_producer:
        root.producer = text(unit, value);
        break;
      case DW_AT_dwo_name:
      case DW_AT_GNU_dwo_name:
        root.split_file = text(unit, value);
        break;
      default:
        break;
    }
  });
}

}  // namespace

void read_units(Bytes section, bool is_types_section, File& file, std::vector<Unit>& units) {
  Cursor cursor(section);
  while (!cursor.at_end()) {
    Unit unit;
    unit.file = &file;
    if (!read_header(cursor, is_types_section, unit)) return;
    if (unit.file != nullptr) units.push_back(std::move(unit));
  }
}

UnitRoot* root_of(Unit& unit) {
  if (unit.opened) return unit.root.get();
  unit.opened = true;
  unit.abbreviations = unit.file->abbreviations(unit.abbreviations_offset, unit.encoding);
  Die die = die_at(unit, unit.first);
  if (!die) return nullptr;
  unit.root = std::make_unique<UnitRoot>();
  unit.root->die = die;
  if (unit.type == DW_UT_skeleton || unit.type == DW_UT_split_compile) {
    unit.root->split_id = unit.signature;
  }
  read_bases(*unit.root);
  read_contents(*unit.root);
  return unit.root.get();
}

}  // namespace cxprof::dwarf
