#include "runner/dwarf/forms.h"

#include <dwarf.h>

namespace cxprof::dwarf {
namespace {

// The bytes that a block's length announces. False: it is no block.
bool block_length(Cursor& cursor, std::uint16_t form, std::uint64_t& length) {
  switch (form) {
    case DW_FORM_block1:
      length = cursor.number(1);
      return true;
    case DW_FORM_block2:
      length = cursor.number(2);
      return true;
    case DW_FORM_block4:
      length = cursor.number(4);
      return true;
    case DW_FORM_block:
    case DW_FORM_exprloc:
      length = cursor.uleb();
      return true;
    default:
      return false;
  }
}

std::uint16_t short_form(std::uint64_t form) {
  return form <= UINT16_MAX ? static_cast<std::uint16_t>(form) : std::uint16_t{0};
}

}  // namespace

int fixed_form_size(std::uint16_t form, Encoding encoding) {
  switch (form) {
    case DW_FORM_flag_present:
    case DW_FORM_implicit_const:
      return 0;
    case DW_FORM_data1:
    case DW_FORM_ref1:
    case DW_FORM_flag:
    case DW_FORM_strx1:
    case DW_FORM_addrx1:
      return 1;
    case DW_FORM_data2:
    case DW_FORM_ref2:
    case DW_FORM_strx2:
    case DW_FORM_addrx2:
      return 2;
    case DW_FORM_strx3:
    case DW_FORM_addrx3:
      return 3;
    case DW_FORM_data4:
    case DW_FORM_ref4:
    case DW_FORM_strx4:
    case DW_FORM_addrx4:
    case DW_FORM_ref_sup4:
      return 4;
    case DW_FORM_data8:
    case DW_FORM_ref8:
    case DW_FORM_ref_sig8:
    case DW_FORM_ref_sup8:
      return 8;
    case DW_FORM_data16:
      return 16;
    case DW_FORM_addr:
      return encoding.address_size;
    case DW_FORM_ref_addr:  // as large as an address in DWARF 2
      return encoding.version <= 2 ? encoding.address_size : encoding.offset_size;
    case DW_FORM_strp:
    case DW_FORM_line_strp:
    case DW_FORM_sec_offset:
    case DW_FORM_strp_sup:
    case DW_FORM_GNU_ref_alt:
    case DW_FORM_GNU_strp_alt:
      return encoding.offset_size;
    default:
      return -1;
  }
}

bool skip_form(Cursor& cursor, std::uint16_t form, Encoding encoding) {
  if (int size = fixed_form_size(form, encoding); size >= 0) {
    cursor.skip(static_cast<std::uint64_t>(size));
    return cursor.ok();
  }
  if (std::uint64_t length = 0; block_length(cursor, form, length)) {
    cursor.skip(length);
    return cursor.ok();
  }
  switch (form) {
    case DW_FORM_string:
      cursor.string();
      return cursor.ok();
    case DW_FORM_sdata:
    case DW_FORM_udata:
    case DW_FORM_ref_udata:
    case DW_FORM_strx:
    case DW_FORM_addrx:
    case DW_FORM_loclistx:
    case DW_FORM_rnglistx:
    case DW_FORM_GNU_addr_index:
    case DW_FORM_GNU_str_index:
      cursor.uleb();
      return cursor.ok();
    case DW_FORM_indirect: {
      std::uint16_t actual = short_form(cursor.uleb());
      if (actual == DW_FORM_indirect || actual == DW_FORM_implicit_const) return false;
      return skip_form(cursor, actual, encoding);
    }
    default:
      return false;
  }
}

Value read_form(Cursor& cursor, const AttributeSpec& spec, Encoding encoding) {
  Value value;
  value.form = spec.form;
  if (int size = fixed_form_size(spec.form, encoding); size >= 0) {
    switch (spec.form) {
      case DW_FORM_flag_present:
        value.number = 1;
        break;
      case DW_FORM_implicit_const:
        value.number = static_cast<std::uint64_t>(spec.implicit);
        break;
      case DW_FORM_data16:
        value.text = cursor.at();
        cursor.skip(16);
        value.text_end = cursor.at();
        break;
      default:
        value.number = cursor.number(static_cast<unsigned>(size));
    }
  } else if (std::uint64_t length = 0; block_length(cursor, spec.form, length)) {
    value.text = cursor.at();
    cursor.skip(length);
    value.text_end = cursor.at();
  } else if (spec.form == DW_FORM_string) {
    value.text = cursor.at();
    cursor.string();
    value.text_end = cursor.ok() ? cursor.at() - 1 : value.text;
  } else if (spec.form == DW_FORM_sdata) {
    value.number = static_cast<std::uint64_t>(cursor.sleb());
  } else if (spec.form == DW_FORM_indirect) {
    std::uint16_t actual = short_form(cursor.uleb());
    if (actual == DW_FORM_indirect || actual == DW_FORM_implicit_const) return {};
    return read_form(cursor, {spec.name, actual, 0}, encoding);
  } else {
    const std::byte* start = cursor.at();
    if (!skip_form(cursor, spec.form, encoding)) return {};
    value.number = Cursor(start, cursor.at()).uleb();
  }
  return cursor.ok() ? value : Value{};
}

}  // namespace cxprof::dwarf
