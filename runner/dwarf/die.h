#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "runner/dwarf/cursor.h"
#include "runner/dwarf/file.h"
#include "runner/dwarf/unit.h"

namespace cxprof::dwarf {

/// The DIE at `at`, which must be a place of `unit`. No DIE: a null entry, or damaged.
Die die_at(Unit& unit, const std::byte* at);

/// Calls visit(name, const Value&) for each attribute; ends at one that cannot be read.
template <typename Visit>
void for_each_attribute(const Die& die, Visit visit) {
  Cursor cursor(die.attributes, die.unit->end);
  for (const AttributeSpec& spec : die.unit->abbreviations->attributes(*die.shape)) {
    Value value = read_value(cursor, spec, die.unit->encoding);
    if (!value) return;
    visit(spec.name, value);
  }
}

/// One attribute of the DIE itself.
Value attribute(const Die& die, std::uint16_t name);

/// An attribute and the DIE on which it stands: `die`, or one that its DW_AT_abstract_origin or
/// DW_AT_specification lead to.
struct Inherited {
  Die die;
  Value value;
};
Inherited inherited_attribute(Die die, std::uint16_t name);

/// Moves `cursor` from the DIE's attributes to behind them. False: not possible.
bool skip_attributes(Cursor& cursor, const Die& die);

/// Moves `cursor` from the DIE's attributes to behind the DIE and all below it. False: the unit
/// ends before. `steps`: DIEs that may still be passed.
bool skip_tree(Cursor& cursor, const Die& die, std::uint64_t& steps);

/// The text of a string attribute. Empty: it is none, or damaged.
std::string_view text(Unit& unit, const Value& value);

/// The address of an address attribute. Absent: it is none, or damaged.
std::optional<std::uint64_t> address(Unit& unit, const Value& value);

/// The number of a constant attribute. Absent: it is none.
std::optional<std::uint64_t> constant(const Value& value);

/// The DIE that a reference attribute means. No DIE: it is none, or dangles.
Die referenced(Unit& unit, const Value& value);
Die referenced(const Die& die, std::uint16_t name);

/// The DIE at the end of `die`'s abstract origins: what a concrete or inlined instance is one of.
Die abstract_instance(Die die);

/// DW_AT_linkage_name, also through specification or abstract origin. Empty: none.
std::string_view linkage_name(const Die& die);

/// DW_AT_name, also through specification or abstract origin. Empty: none.
std::string_view plain_name(const Die& die);

}  // namespace cxprof::dwarf
