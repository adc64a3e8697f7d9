#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runner/elf/elf_file.h"
#include "runner/unwind/unwind_row.h"

struct Dwarf_CFI_s;  // libdw

namespace cxprof {

/// A row in a form that can be compared and printed.
struct PlainRow {
  UnwindRow::Kind kind = UnwindRow::Kind::none;  ///< none, outermost or general.
  bool signal_frame = false;
  GeneralRow rules;
};

/// `row` so that equal rules are equal: nothing is packed, the stack pointer is the CFA where
/// nothing else is said, expressions that only add to the CFA are offsets.
PlainRow plain(const UnwindRow& row);

/// As one line: "cfa=r7+8 r3@-16 …".
std::string text(const PlainRow& row);

/// What libdw says of the call frame information of a file: the oracle for our interpreter.
class LibdwRows {
 public:
  enum class Section { eh_frame, debug_frame };
  LibdwRows(std::shared_ptr<ElfFile> file, Section section);
  ~LibdwRows();
  LibdwRows(const LibdwRows&) = delete;
  LibdwRows& operator=(const LibdwRows&) = delete;

  [[nodiscard]] bool exists() const { return cfi_ != nullptr; }

  /// The row at an address, and where the next one begins.
  struct Found {
    PlainRow row;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  /// Absent: no FDE covers the address, or libdw calls it damaged.
  std::optional<Found> at(std::uint64_t address);

 private:
  std::shared_ptr<ElfFile> file_;
  bool is_owned_ = false;
  Dwarf_CFI_s* cfi_ = nullptr;
};

/// Ranges of code that the FDEs of a file's .eh_frame or .debug_frame describe, as libdw's
/// dwarf_next_cfi walks it.
struct CodeRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};
std::vector<CodeRange> described_ranges(const ElfFile& file, LibdwRows::Section section);

}  // namespace cxprof
