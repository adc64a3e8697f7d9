#include "runner/unwind/cfi/frame_table.h"

#include "runner/unwind/cfi/frame_program.h"

namespace cxprof::cfi {

FrameTable::FrameTable(FrameSection section, std::optional<SearchHeader> header,
                       const RegisterTable& registers)
    : section_(section), header_(header), registers_(registers) {}

bool FrameTable::find(std::uint64_t address, FoundRules& found) const {
  bool understood = false;
  if (header_) {
    auto fde_address = header_->find(address);
    if (fde_address && try_fde(*fde_address - section_.address, address, found, understood)) {
      return understood;
    }
  }
  // The header has no table, or a damaged or incomplete one; or nothing describes the address,
  // which is rare enough to make sure.
  search_table().find(
      address, [&](std::uint64_t offset) { return try_fde(offset, address, found, understood); });
  return understood;
}

bool FrameTable::try_fde(std::uint64_t offset, std::uint64_t address, FoundRules& found,
                         bool& understood) const {
  auto entry = read_entry(section_, offset);
  if (!entry || entry->is_cie || entry->is_terminator) return false;
  std::optional<PreparedCie> spare;
  const PreparedCie* cie = cies_.find(section_, entry->cie_offset, registers_, spare);
  if (cie == nullptr) return false;
  auto fde = read_fde(section_, *entry, cie->cie);
  if (!fde || !fde->covers(address)) return false;
  understood = run_program(section_, cie->cie, *fde, registers_, cie->initial, address, found.rules,
                           found.stop);
  found.signal_frame = cie->cie.signal_frame;
  found.address_size = cie->cie.address_size;
  found.fde = static_cast<std::size_t>(offset);
  return true;
}

const SearchTable& FrameTable::search_table() const {
  std::call_once(search_table_once_, [&] { search_table_ = SearchTable::of(section_); });
  return search_table_;
}

}  // namespace cxprof::cfi
