#include "runner/unwind/cfi_source.h"

#include <elf.h>

#include <cstring>
#include <utility>

#include "runner/unwind/cfi/frame_sections.h"
#include "runner/unwind/code_without_cfi.h"
#include "runner/unwind/row_packing.h"

namespace cxprof {
namespace {

std::uint16_t machine_of(const ElfFile& file) {
  Elf64_Ehdr header{};
  if (file.bytes().size() < sizeof header) return EM_NONE;
  std::memcpy(&header, file.bytes().data(), sizeof header);
  return header.e_machine;
}

}  // namespace

CfiSource::CfiSource(std::shared_ptr<ElfFile> image, std::shared_ptr<ElfFile> debug)
    : image_(std::move(image)), debug_(std::move(debug)) {
  if (!image_ || machine_of(*image_) != EM_X86_64) return;
  is_understood_ = true;
  if (auto found = cfi::find_eh_frame(*image_)) {
    eh_frame_ =
        std::make_unique<const cfi::FrameTable>(found->section, found->header, cfi::x86_64_table);
  }
}

CfiSource::~CfiSource() = default;

UnwindRow CfiSource::row(std::uint64_t address) const {
  UnwindRow row;
  row.kind = UnwindRow::Kind::none;
  if (!is_understood_) return row;
  if (eh_frame_ && read_row(*eh_frame_, address, row)) return row;
  const auto* own = open(debug_frame_, image_);
  if (own != nullptr && read_row(*own, address, row)) return row;
  const auto* separate = open(debug_file_frame_, debug_);
  if (separate != nullptr && read_row(*separate, address, row)) return row;
  if (auto known = row_without_cfi(*image_, address)) return *known;
  return row;
}

const cfi::FrameTable* CfiSource::open(DebugFrame& frame, const std::shared_ptr<ElfFile>& file) {
  std::call_once(frame.once, [&] {
    auto section = file ? cfi::find_debug_frame(*file) : std::nullopt;
    if (section) {
      frame.table =
          std::make_unique<const cfi::FrameTable>(*section, std::nullopt, cfi::x86_64_table);
    }
  });
  return frame.table.get();
}

bool CfiSource::read_row(const cfi::FrameTable& table, std::uint64_t address,
                         UnwindRow& row) const {
  cfi::FoundRules found;
  if (!table.find(address, found)) return false;
  if (found.rules.registers[x86_64::rip].kind == RegisterRule::Kind::undefined) {
    row.kind = UnwindRow::Kind::outermost;
    return true;
  }
  if (auto simple = pack_simple(found)) {
    row = *simple;
    return true;
  }
  const GeneralRow* general = keep_general(table, found);
  if (general == nullptr) return false;
  row.kind = UnwindRow::Kind::general;
  row.signal_frame = found.signal_frame;
  row.general = general;
  return true;
}

const GeneralRow* CfiSource::keep_general(const cfi::FrameTable& table,
                                          const cfi::FoundRules& found) const {
  std::lock_guard lock(general_rows_mutex_);
  auto [at, is_new] = general_row_index_.try_emplace({&table, found.fde, found.stop}, nullptr);
  if (is_new) {
    if (auto row = general_row(found, table.section())) {
      at->second = &general_rows_.emplace_back(std::move(*row));
    }
  }
  return at->second;
}

}  // namespace cxprof
