#pragma once

#include <cstdint>
#include <optional>

#include "runner/unwind/cfi/byte_cursor.h"

namespace cxprof::cfi {

/// What encoded pointers are relative to (LSB 5.0, section 10.5.1).
struct PointerBases {
  std::uint64_t section = 0;              ///< DW_EH_PE_pcrel: address of the cursor's position 0.
  std::uint64_t text = 0;                 ///< DW_EH_PE_textrel
  std::uint64_t data = 0;                 ///< DW_EH_PE_datarel
  std::optional<std::uint64_t> function;  ///< DW_EH_PE_funcrel; absent: no function is known.
  std::uint8_t address_size = 8;          ///< Bytes of DW_EH_PE_absptr.
};

/// The pointer at the cursor in one of the encodings DW_EH_PE_*, which is passed over. Absent: it
/// does not fit, its encoding is unknown or DW_EH_PE_omit, or it is indirect (DW_EH_PE_indirect:
/// what is in memory at run time is not in the file).
std::optional<std::uint64_t> read_pointer(ByteCursor& cursor, std::uint8_t encoding,
                                          const PointerBases& bases);

/// Passes over such a pointer, which may be indirect. False: it does not fit or its encoding is
/// unknown.
bool skip_pointer(ByteCursor& cursor, std::uint8_t encoding, const PointerBases& bases);

}  // namespace cxprof::cfi
