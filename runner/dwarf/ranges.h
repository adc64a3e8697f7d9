#pragma once

#include <cstdint>
#include <vector>

#include "runner/dwarf/die.h"

namespace cxprof::dwarf {

/// Addresses from `start` up to but without `end`.
struct Range {
  std::uint64_t start = 0;
  std::uint64_t end = 0;

  bool operator==(const Range&) const = default;
};

/// Puts the addresses of a DIE into `ranges` (which is emptied first): DW_AT_low_pc and
/// DW_AT_high_pc, else DW_AT_ranges. Empty ranges are left out; a damaged list ends where the
/// damage is.
void ranges_of(const Die& die, std::vector<Range>& ranges);

}  // namespace cxprof::dwarf
