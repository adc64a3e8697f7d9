#include "runner/unwind/cfi/search_table.h"

#include <dwarf.h>

#include <algorithm>

namespace cxprof::cfi {
namespace {

struct Pair {
  std::int32_t begin;
  std::int32_t fde;
};

Pair pair_at(std::span<const std::byte> table, std::size_t index) {
  Pair pair;
  std::memcpy(&pair, table.data() + index * sizeof pair, sizeof pair);
  return pair;
}

}  // namespace

std::optional<std::uint64_t> SearchHeader::find(std::uint64_t code_address) const {
  auto wanted = static_cast<std::int64_t>(code_address - address);
  std::size_t low = 0;
  for (std::size_t count = table.size() / sizeof(Pair); count > 0;) {
    std::size_t half = count / 2;
    if (pair_at(table, low + half).begin <= wanted) {
      low += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  if (low == 0) return std::nullopt;
  return address + static_cast<std::uint64_t>(std::int64_t{pair_at(table, low - 1).fde});
}

std::optional<SearchHeader> read_search_header(std::span<const std::byte> bytes,
                                               std::uint64_t address) {
  ByteCursor cursor(bytes);
  std::uint8_t version = cursor.byte();
  std::uint8_t eh_frame_encoding = cursor.byte();
  std::uint8_t count_encoding = cursor.byte();
  std::uint8_t table_encoding = cursor.byte();
  if (!cursor.good() || version != 1) return std::nullopt;
  PointerBases bases;
  bases.section = address;
  bases.data = address;
  auto eh_frame = read_pointer(cursor, eh_frame_encoding, bases);
  if (!eh_frame) return std::nullopt;
  SearchHeader header;
  header.address = address;
  header.eh_frame_address = *eh_frame;
  auto count = read_pointer(cursor, count_encoding, bases);
  bool is_usual = table_encoding == (DW_EH_PE_datarel | DW_EH_PE_sdata4);
  if (count && is_usual && *count <= cursor.remaining() / sizeof(Pair)) {
    header.table = cursor.bytes(*count * sizeof(Pair));
  }
  return header;
}

SearchTable SearchTable::of(const FrameSection& section) {
  SearchTable table;
  std::optional<Cie> cie;
  std::uint64_t cie_offset = UINT64_MAX;  // Of `cie`: neighbours often share one.
  for (std::uint64_t offset = 0;;) {
    auto entry = read_entry(section, offset);
    if (!entry || (entry->is_terminator && !section.has_known_end)) break;
    if (!entry->is_cie && !entry->is_terminator) {
      if (entry->cie_offset != cie_offset) {
        cie_offset = entry->cie_offset;
        cie = read_cie(section, cie_offset);
      }
      auto fde = cie ? read_fde(section, *entry, *cie) : std::nullopt;
      if (fde) table.items_.push_back({fde->begin, fde->end, offset});
    }
    offset = entry->end;
  }
  table.finish();
  return table;
}

void SearchTable::finish() {
  if (!std::ranges::is_sorted(items_, {}, &Item::begin)) {
    std::ranges::stable_sort(items_, {}, &Item::begin);
  }
  std::uint64_t highest = 0;
  for (Item& item : items_) {
    highest = std::max(highest, item.highest_end);
    item.highest_end = highest;
  }
  items_.shrink_to_fit();
}

std::size_t SearchTable::first_after(std::uint64_t address) const {
  auto found = std::ranges::upper_bound(items_, address, {}, &Item::begin);
  return static_cast<std::size_t>(found - items_.begin());
}

}  // namespace cxprof::cfi
