#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

#include "runner/elf/elf_file.h"
#include "runner/unwind/unwind_row.h"

struct Dwarf_CFI_s;  // libdw

namespace cxprof {

/// Call frame information of one module: .eh_frame of the mapped file, then .debug_frame of it and
/// of its separate debug file.
class CfiSource {
 public:
  /// `image` and `debug` may be null; then there are no rows.
  CfiSource(std::shared_ptr<ElfFile> image, std::shared_ptr<ElfFile> debug);
  ~CfiSource();
  CfiSource(const CfiSource&) = delete;
  CfiSource& operator=(const CfiSource&) = delete;

  /// The row at a virtual address of the file. General rows live as long as this object.
  UnwindRow row(std::uint64_t address);

 private:
  bool read_row(Dwarf_CFI_s* cfi, std::uint64_t address, UnwindRow& row);

  std::shared_ptr<ElfFile> image_;
  std::shared_ptr<ElfFile> debug_;
  Dwarf_CFI_s* eh_frame_ = nullptr;          ///< Owned.
  Dwarf_CFI_s* debug_frame_ = nullptr;       ///< Owned by image_.
  Dwarf_CFI_s* debug_file_frame_ = nullptr;  ///< Owned by debug_.
  std::mutex mutex_;
  std::deque<GeneralRow> general_rows_;
};

}  // namespace cxprof
