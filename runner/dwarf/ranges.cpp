#include "runner/dwarf/ranges.h"

#include <dwarf.h>

namespace cxprof::dwarf {
namespace {

void append(std::vector<Range>& ranges, std::uint64_t start, std::uint64_t end) {
  if (start < end) ranges.push_back({start, end});
}

std::uint64_t base_address(Unit& unit) {
  const UnitRoot* root = root_of(unit);
  if (root != nullptr && root->base_address != 0) return root->base_address;
  return unit.skeleton == nullptr ? 0 : base_address(*unit.skeleton);
}

// .debug_ranges: pairs of offsets from the base address, which a pair of which the first is the
// largest address changes; two zeros end it (DWARF 4, 2.17.3).
void read_pairs(Unit& unit, Bytes list, std::vector<Range>& ranges) {
  Cursor cursor(list);
  std::uint64_t base = base_address(unit);
  while (unit.file->budget().spend(1)) {
    auto start = cursor.fixed<std::uint64_t>();
    auto end = cursor.fixed<std::uint64_t>();
    if (!cursor.ok() || (start == 0 && end == 0)) return;
    if (start == UINT64_MAX) {
      base = end;
    } else {
      append(ranges, base + start, base + end);
    }
  }
}

// .debug_rnglists (DWARF 5, 2.17.3).
void read_entries(Unit& unit, Bytes list, std::vector<Range>& ranges) {
  Cursor cursor(list);
  std::uint64_t base = base_address(unit);
  auto indexed = [&] { return address(unit, {DW_FORM_addrx, cursor.uleb()}); };
  while (unit.file->budget().spend(1)) {
    auto kind = cursor.fixed<std::uint8_t>();
    std::optional<std::uint64_t> start;
    std::optional<std::uint64_t> end;
    switch (kind) {
      case DW_RLE_end_of_list:
        return;
      case DW_RLE_base_addressx:
        base = indexed().value_or(0);
        continue;
      case DW_RLE_base_address:
        base = cursor.fixed<std::uint64_t>();
        continue;
      case DW_RLE_startx_endx:
        start = indexed();
        end = indexed();
        break;
      case DW_RLE_startx_length:
        start = indexed();
        end = start.value_or(0) + cursor.uleb();
        break;
      case DW_RLE_offset_pair:
        start = base + cursor.uleb();
        end = base + cursor.uleb();
        break;
      case DW_RLE_start_end:
        start = cursor.fixed<std::uint64_t>();
        end = cursor.fixed<std::uint64_t>();
        break;
      case DW_RLE_start_length:
        start = cursor.fixed<std::uint64_t>();
        end = *start + cursor.uleb();
        break;
      default:
        return;
    }
    if (!cursor.ok()) return;
    if (start && end) append(ranges, *start, *end);
  }
}

void read_list(Unit& unit, const Value& value, std::vector<Range>& ranges) {
  const UnitRoot* root = root_of(unit);
  if (root == nullptr) return;
  const Sections& sections = unit.file->sections();
  if (unit.encoding.version < 5) {
    // A split unit has its lists in the skeleton's file, all behind one base.
    if (unit.skeleton == nullptr)
      return read_pairs(unit, part_of(sections.ranges, value.number), ranges);
    const UnitRoot* skeleton = root_of(*unit.skeleton);
    std::uint64_t base = skeleton == nullptr ? 0 : skeleton->ranges_base;
    Bytes section = unit.skeleton->file->sections().ranges;
    return read_pairs(unit, part_of(section, base + value.number), ranges);
  }
  Bytes section = sections.rnglists;
  if (value.form != DW_FORM_rnglistx) {
    return read_entries(unit, part_of(section, value.number), ranges);
  }
  Bytes table = part_of(section, root->range_lists_base);
  unsigned size = unit.encoding.offset_size;
  if (value.number >= table.size() / size) return;
  std::uint64_t offset =
      Cursor(table.subspan(static_cast<std::size_t>(value.number * size))).number(size);
  read_entries(unit, part_of(table, offset), ranges);
}

}  // namespace

void ranges_of(const Die& die, std::vector<Range>& ranges) {
  ranges.clear();
  std::optional<std::uint64_t> low;
  Value high;
  Value list;
  for_each_attribute(die, [&](std::uint16_t name, const Value& value) {
    if (name == DW_AT_low_pc) low = address(*die.unit, value);
    if (name == DW_AT_high_pc) high = value;
    if (name == DW_AT_ranges) list = value;
  });
  if (low && high) {
    // An address, or (since DWARF 4) the size.
    if (auto end = address(*die.unit, high)) return append(ranges, *low, *end);
    if (auto size = constant(high)) return append(ranges, *low, *low + *size);
  }
  if (list) read_list(*die.unit, list, ranges);
}

}  // namespace cxprof::dwarf
