#pragma once

#include <cstdint>
#include <string_view>

#include "runner/dwarf/cursor.h"

namespace cxprof::dwarf {

/// What the sizes of a unit's attributes depend on.
struct Encoding {
  std::uint16_t version = 4;
  std::uint8_t offset_size = 4;  ///< 8 in the 64-bit format.
  std::uint8_t address_size = 8;

  bool operator==(const Encoding&) const = default;
};

/// An attribute as an abbreviation declares it.
struct AttributeSpec {
  std::uint16_t name = 0;
  std::uint16_t form = 0;
  std::int64_t implicit = 0;  ///< The value itself, of DW_FORM_implicit_const.
  std::int8_t size = -1;      ///< fixed_form_size(), where an AbbreviationTable made it.
};

/// An attribute's value as it stands there; see value_* in die.h for what it means.
struct Value {
  std::uint16_t form = 0;               ///< 0: no such attribute.
  std::uint64_t number = 0;             ///< Of strings, references and addresses: offset or index.
  const std::byte* text_end = nullptr;  ///< Of inline strings and blocks, their end;
  const std::byte* text = nullptr;      ///< and their first byte.

  explicit operator bool() const { return form != 0; }
};

/// The size of a form whose size does not depend on its value; -1: it does, or is not known.
int fixed_form_size(std::uint16_t form, Encoding encoding);

/// Passes over one value. False: not possible, the form is not known or the data ends.
bool skip_form(Cursor& cursor, std::uint16_t form, Encoding encoding);

/// Reads one value. form 0: not possible.
Value read_form(Cursor& cursor, const AttributeSpec& spec, Encoding encoding);

/// The same as skip_form() and read_form(), quicker for the usual forms.
inline bool skip_value(Cursor& cursor, const AttributeSpec& spec, Encoding encoding) {
  if (spec.size < 0) return skip_form(cursor, spec.form, encoding);
  cursor.skip(static_cast<std::uint64_t>(spec.size));
  return cursor.ok();
}
inline Value read_value(Cursor& cursor, const AttributeSpec& spec, Encoding encoding) {
  if (spec.size <= 0 || spec.size > 8) return read_form(cursor, spec, encoding);
  Value value;
  value.form = spec.form;
  value.number = cursor.number(static_cast<unsigned>(spec.size));
  return cursor.ok() ? value : Value{};
}

}  // namespace cxprof::dwarf
