#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace cxprof {

/// Small helpers around libdw's debugging information entries (DIEs). A DIE is told from others by
/// its `addr`, which is unique over all units and alternate files of a Dwarf handle.

/// The DIE that an attribute of `die` refers to. Absent: no such attribute, or a dangling one.
std::optional<Dwarf_Die> referenced_die(Dwarf_Die* die, unsigned attribute);

/// The DIE at the end of `die`'s abstract origins: what a concrete or inlined instance is one of.
Dwarf_Die abstract_instance(Dwarf_Die die);

/// DW_AT_linkage_name of `die`, also through its specification or abstract origin. Empty: none.
std::string_view linkage_name(Dwarf_Die* die);

/// DW_AT_name, also through specification or abstract origin. Empty: none.
std::string_view plain_name(Dwarf_Die* die);

/// An unsigned attribute, also through specification or abstract origin; 0: absent.
std::uint64_t unsigned_attribute(Dwarf_Die* die, unsigned attribute);

/// The DIE of the unit that holds `die`. Absent: damaged information.
std::optional<Dwarf_Die> unit_of(Dwarf_Die* die);

/// Calls visit(Dwarf_Die&) for each child of `die`.
template <typename Visit>
void for_each_child(Dwarf_Die* die, Visit visit) {
  Dwarf_Die child;
  if (dwarf_child(die, &child) != 0) return;
  const void* last = nullptr;
  do {
    // A DW_AT_sibling that points back, in damaged information, would never end.
    if (child.addr <= last) return;
    last = child.addr;
    visit(child);
  } while (dwarf_siblingof(&child, &child) == 0);
}

/// Calls visit(start, end) for each address range of `die`.
template <typename Visit>
void for_each_range(Dwarf_Die* die, Visit visit) {
  Dwarf_Addr base = 0;
  Dwarf_Addr start = 0;
  Dwarf_Addr end = 0;
  for (std::ptrdiff_t at = 0; (at = dwarf_ranges(die, at, &base, &start, &end)) > 0;) {
    if (start < end) visit(std::uint64_t{start}, std::uint64_t{end});
  }
}

}  // namespace cxprof
