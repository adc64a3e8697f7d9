#pragma once

#include <cstdint>
#include <vector>

#include "runner/dwarf/budget.h"
#include "runner/dwarf/sections.h"

namespace cxprof::dwarf {

/// A range of .debug_aranges.
struct UnitRange {
  std::uint64_t unit_offset = 0;  ///< Of the unit's header in .debug_info.
  std::uint64_t start = 0;
  std::uint64_t end = 0;
};

/// All ranges of .debug_aranges, sorted by unit. GCC writes it for every unit, clang for none.
std::vector<UnitRange> read_address_table(Bytes section, Budget& budget);

}  // namespace cxprof::dwarf
