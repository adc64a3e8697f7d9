#include "runner/dwarf/package_index.h"

#include "runner/dwarf/cursor.h"

namespace cxprof::dwarf {
namespace {

struct Header {
  std::uint64_t version = 0;
  std::uint64_t columns = 0;
  std::uint64_t units = 0;
  std::uint64_t slots = 0;
};

// The section that a column of the index is about; nullptr: of no use here.
Bytes* section_of(Sections& sections, std::uint64_t column, std::uint64_t version) {
  switch (column) {
    case 1:
      return &sections.info;
    case 2:
      return version == 2 ? &sections.types : nullptr;
    case 3:
      return &sections.abbrev;
    case 4:
      return &sections.line;
    case 6:
      return &sections.str_offsets;
    case 8:
      return version == 2 ? nullptr : &sections.rnglists;
    default:
      return nullptr;
  }
}

std::uint32_t word(Bytes words, std::uint64_t index) {
  return Cursor(part_of(words, index * 4)).fixed<std::uint32_t>();
}

// The row of a unit, from 1; 0: there is none.
std::uint64_t row_of(const Header& header, Bytes ids, Bytes rows, std::uint64_t id) {
  std::uint64_t mask = header.slots - 1;
  std::uint64_t slot = id & mask;
  std::uint64_t step = ((id >> 32) & mask) | 1;
  for (std::uint64_t tried = 0; tried < header.slots; ++tried, slot = (slot + step) & mask) {
    std::uint64_t row = word(rows, slot);
    if (row == 0) return 0;
    if (Cursor(part_of(ids, slot * 8)).fixed<std::uint64_t>() == id) return row;
  }
  return 0;
}

}  // namespace

std::optional<Sections> package_contribution(Bytes index, const Sections& package,
                                             std::uint64_t id) {
  Cursor cursor(index);
  Header header;
  header.version = cursor.fixed<std::uint16_t>();
  cursor.skip(2);
  header.columns = cursor.fixed<std::uint32_t>();
  header.units = cursor.fixed<std::uint32_t>();
  header.slots = cursor.fixed<std::uint32_t>();
  bool known = header.version == 2 || header.version == 5;
  bool power_of_two = header.slots != 0 && (header.slots & (header.slots - 1)) == 0;
  if (!cursor.ok() || !known || !power_of_two || header.columns > 16) return std::nullopt;
  std::uint64_t tables = header.slots * 12 + header.columns * 4 + header.units * header.columns * 8;
  if (tables > cursor.remaining()) return std::nullopt;
  Bytes rest(cursor.at(), cursor.end());
  Bytes ids = rest.first(static_cast<std::size_t>(header.slots * 8));
  Bytes rows = part_of(rest, header.slots * 8, header.slots * 4);
  Bytes names = part_of(rest, header.slots * 12);
  Bytes offsets = part_of(names, header.columns * 4);
  Bytes sizes = part_of(offsets, header.units * header.columns * 4);
  std::uint64_t row = row_of(header, ids, rows, id);
  if (row == 0 || row > header.units) return std::nullopt;
  Sections parts = package;
  parts.types = {};
  for (std::uint64_t column = 0; column < header.columns; ++column) {
    Bytes* section = section_of(parts, word(names, column), header.version);
    if (section == nullptr) continue;
    std::uint64_t cell = (row - 1) * header.columns + column;
    const Bytes whole = word(names, column) == 2 ? package.types : *section;
    *section = part_of(whole, word(offsets, cell), word(sizes, cell));
  }
  return parts;
}

}  // namespace cxprof::dwarf
