#include "runner/unwind/cfi/pointer_encoding.h"

#include <dwarf.h>

namespace cxprof::cfi {
namespace {

constexpr std::uint8_t format_mask = 0x0f;
constexpr std::uint8_t application_mask = 0x70;

template <typename T>
std::uint64_t extended(ByteCursor& cursor) {
  return static_cast<std::uint64_t>(std::int64_t{cursor.fixed<T>()});
}

std::optional<std::uint64_t> read_address(ByteCursor& cursor, std::uint8_t size) {
  switch (size) {
    case 2:
      return cursor.fixed<std::uint16_t>();
    case 4:
      return cursor.fixed<std::uint32_t>();
    case 8:
      return cursor.fixed<std::uint64_t>();
    default:
      return std::nullopt;
  }
}

std::optional<std::uint64_t> read_value(ByteCursor& cursor, std::uint8_t format,
                                        std::uint8_t address_size) {
  switch (format) {
    case DW_EH_PE_absptr:
      return read_address(cursor, address_size);
    case DW_EH_PE_uleb128:
      return cursor.uleb128();
    case DW_EH_PE_udata2:
      return cursor.fixed<std::uint16_t>();
    case DW_EH_PE_udata4:
      return cursor.fixed<std::uint32_t>();
    case DW_EH_PE_udata8:
      return cursor.fixed<std::uint64_t>();
    case DW_EH_PE_signed:
      if (address_size == 2) return extended<std::int16_t>(cursor);
      if (address_size == 4) return extended<std::int32_t>(cursor);
      return read_address(cursor, address_size);
    case DW_EH_PE_sleb128:
      return static_cast<std::uint64_t>(cursor.sleb128());
    case DW_EH_PE_sdata2:
      return extended<std::int16_t>(cursor);
    case DW_EH_PE_sdata4:
      return extended<std::int32_t>(cursor);
    case DW_EH_PE_sdata8:
      return cursor.fixed<std::uint64_t>();
    default:
      return std::nullopt;
  }
}

void align(ByteCursor& cursor, const PointerBases& bases) {
  std::uint64_t rest = (bases.section + cursor.position()) % bases.address_size;
  if (rest != 0) cursor.skip(bases.address_size - rest);
}

}  // namespace

std::optional<std::uint64_t> read_pointer(ByteCursor& cursor, std::uint8_t encoding,
                                          const PointerBases& bases) {
  if (encoding == DW_EH_PE_omit || (encoding & DW_EH_PE_indirect) != 0) return std::nullopt;
  std::uint64_t base = 0;
  switch (encoding & application_mask) {
    case DW_EH_PE_absptr:
      break;
    case DW_EH_PE_pcrel:
      base = bases.section + cursor.position();
      break;
    case DW_EH_PE_textrel:
      base = bases.text;
      break;
    case DW_EH_PE_datarel:
      base = bases.data;
      break;
    case DW_EH_PE_funcrel:
      if (!bases.function) return std::nullopt;
      base = *bases.function;
      break;
    case DW_EH_PE_aligned:
      // Stands alone: the next aligned address, absolute.
      if (encoding != DW_EH_PE_aligned || bases.address_size == 0) return std::nullopt;
      align(cursor, bases);
      break;
    default:
      return std::nullopt;
  }
  auto value = read_value(cursor, encoding & format_mask, bases.address_size);
  if (!value || !cursor.good()) return std::nullopt;
  return base + *value;
}

bool skip_pointer(ByteCursor& cursor, std::uint8_t encoding, const PointerBases& bases) {
  if (encoding == DW_EH_PE_omit) return true;
  if ((encoding & ~DW_EH_PE_indirect) == DW_EH_PE_aligned && bases.address_size != 0) {
    align(cursor, bases);
  }
  return read_value(cursor, encoding & format_mask, bases.address_size) && cursor.good();
}

}  // namespace cxprof::cfi
