#include "runner/dwarf/address_table.h"

#include <algorithm>

#include "runner/dwarf/cursor.h"

namespace cxprof::dwarf {
namespace {

// The ranges of one unit (DWARF 5, 6.1.2). False: nothing behind can be found.
bool read_set(Cursor& cursor, Budget& budget, std::vector<UnitRange>& ranges) {
  const std::byte* begin = cursor.at();
  std::uint64_t length = cursor.fixed<std::uint32_t>();
  unsigned offset_size = 4;
  if (length == 0xffffffff) {
    length = cursor.fixed<std::uint64_t>();
    offset_size = 8;
  }
  if (!cursor.ok() || length > cursor.remaining()) return false;
  Cursor set(cursor.at(), cursor.at() + length);
  cursor.jump(set.end());
  auto version = set.fixed<std::uint16_t>();
  std::uint64_t unit = set.number(offset_size);
  auto address_size = set.fixed<std::uint8_t>();
  auto segment_size = set.fixed<std::uint8_t>();
  if (version != 2 || address_size != 8 || segment_size != 0) return true;
  auto behind = static_cast<std::uint64_t>(set.at() - begin) % 16;
  if (behind != 0) set.skip(16 - behind);  // pairs are aligned to their size
  while (budget.spend(1)) {
    auto start = set.fixed<std::uint64_t>();
    auto size = set.fixed<std::uint64_t>();
    if (!set.ok() || (start == 0 && size == 0)) break;
    if (start + size > start) ranges.push_back({unit, start, start + size});
  }
  return true;
}

}  // namespace

std::vector<UnitRange> read_address_table(Bytes section, Budget& budget) {
  std::vector<UnitRange> ranges;
  Cursor cursor(section);
  while (!cursor.at_end() && read_set(cursor, budget, ranges)) {
  }
  std::stable_sort(ranges.begin(), ranges.end(), [](const UnitRange& a, const UnitRange& b) {
    return a.unit_offset < b.unit_offset;
  });
  return ranges;
}

}  // namespace cxprof::dwarf
