#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>

#include "runner/elf/elf_file.h"
#include "runner/unwind/cfi/frame_table.h"
#include "runner/unwind/unwind_row.h"

namespace cxprof {

/// Call frame information of one module: .eh_frame of the mapped file, then .debug_frame of it and
/// of its separate debug file. May be used by several threads at once.
class CfiSource {
 public:
  /// `image` and `debug` may be null; then there are no rows.
  CfiSource(std::shared_ptr<ElfFile> image, std::shared_ptr<ElfFile> debug);
  ~CfiSource();
  CfiSource(const CfiSource&) = delete;
  CfiSource& operator=(const CfiSource&) = delete;

  /// The row at a virtual address of the file. General rows live as long as this object.
  UnwindRow row(std::uint64_t address) const;

 private:
  // A .debug_frame is only read where .eh_frame does not help: it may have to be decompressed.
  struct DebugFrame {
    std::once_flag once;
    std::unique_ptr<const cfi::FrameTable> table;  ///< Null: the file has none.
  };
  // A section, and the FDE and stop of cfi::FoundRules.
  using GeneralRowKey = std::tuple<const cfi::FrameTable*, std::size_t, std::size_t>;

  static const cfi::FrameTable* open(DebugFrame& frame, const std::shared_ptr<ElfFile>& file);
  bool read_row(const cfi::FrameTable& table, std::uint64_t address, UnwindRow& row) const;
  const GeneralRow* keep_general(const cfi::FrameTable& table, const cfi::FoundRules& found) const;

  std::shared_ptr<ElfFile> image_;
  std::shared_ptr<ElfFile> debug_;
  bool is_understood_ = false;  ///< The machine is x86-64.
  std::unique_ptr<const cfi::FrameTable> eh_frame_;
  mutable DebugFrame debug_frame_;
  mutable DebugFrame debug_file_frame_;
  mutable std::mutex general_rows_mutex_;
  mutable std::map<GeneralRowKey, const GeneralRow*> general_row_index_;
  mutable std::deque<GeneralRow> general_rows_;
};

}  // namespace cxprof
