#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "runner/unwind/cfi/byte_cursor.h"
#include "runner/unwind/cfi/pointer_encoding.h"

namespace cxprof::cfi {

/// An .eh_frame (LSB 5.0, section 10.6.1) or .debug_frame (DWARF 5, section 6.4.1) section.
struct FrameSection {
  std::span<const std::byte> bytes;
  std::uint64_t address = 0;  ///< Where `bytes` are loaded; without meaning for .debug_frame.
  bool is_eh_frame = false;
  /// `bytes` end where the section does. False: only the terminator tells where that is.
  bool has_known_end = true;
};

/// One entry of a section, up to its identification. Offsets are the section's.
struct FrameEntry {
  std::size_t body = 0;  ///< What follows the identification.
  std::size_t end = 0;   ///< Of the entry, and where the next one begins.
  bool is_terminator = false;
  bool is_cie = false;
  std::uint64_t cie_offset = 0;  ///< Of a FDE's CIE. Unchecked.
};

/// The entry at `offset`. Absent: there is none, or it does not fit into the section.
std::optional<FrameEntry> read_entry(const FrameSection& section, std::uint64_t offset);

/// A common information entry: what many functions share.
struct Cie {
  std::uint64_t code_alignment = 1;
  std::int64_t data_alignment = 1;
  std::uint64_t return_register = 0;
  std::uint8_t address_size = 8;
  std::uint8_t segment_size = 0;
  std::uint8_t pointer_encoding = 0;          ///< DW_EH_PE_* of its FDEs' addresses.
  std::optional<std::uint8_t> lsda_encoding;  ///< Only without has_augmentation_size.
  bool has_augmentation_size = false;         ///< 'z'
  bool signal_frame = false;                  ///< 'S'
  std::size_t program_begin = 0;  ///< The initial instructions, as offsets in the section.
  std::size_t program_end = 0;
};

/// A frame description entry: one range of code.
struct Fde {
  std::uint64_t begin = 0;  ///< Virtual addresses: [begin, end).
  std::uint64_t end = 0;
  std::size_t program_begin = 0;  ///< The instructions, as offsets in the section.
  std::size_t program_end = 0;

  [[nodiscard]] bool covers(std::uint64_t address) const {
    return address >= begin && address < end;
  }
};

/// The CIE at `offset`. Absent: there is none, it is damaged, or has a version or an augmentation
/// that cannot be passed over.
std::optional<Cie> read_cie(const FrameSection& section, std::uint64_t offset);

/// The FDE `entry`, whose CIE is `cie`. Absent: it is damaged, empty, or its addresses are not in
/// the file (DW_EH_PE_indirect).
std::optional<Fde> read_fde(const FrameSection& section, const FrameEntry& entry, const Cie& cie);

/// What pointers in the section are relative to. x86-64 has neither a text nor a data base there
/// (libgcc's unwind-dw2-fde-dip.c).
PointerBases pointer_bases(const FrameSection& section, const Cie& cie);

}  // namespace cxprof::cfi
