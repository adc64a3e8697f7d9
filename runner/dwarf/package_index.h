#pragma once

#include <cstdint>
#include <optional>

#include "runner/dwarf/sections.h"

namespace cxprof::dwarf {

/// The parts of a .dwp package's sections that belong to one of its units.
///
/// `index` is .debug_cu_index (or .debug_tu_index): a hash table by the unit's id (GNU's version 2,
/// or DWARF 5, 7.3.5). `package` are the whole sections. Absent: the package has no such unit, or
/// the index is damaged.
std::optional<Sections> package_contribution(Bytes index, const Sections& package,
                                             std::uint64_t id);

}  // namespace cxprof::dwarf
