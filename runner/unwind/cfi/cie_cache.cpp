#include "runner/unwind/cfi/cie_cache.h"

#include "runner/unwind/cfi/frame_program.h"

namespace cxprof::cfi {
namespace {

std::size_t slot_of(std::uint64_t offset, std::size_t slot_count) {
  constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15;
  return static_cast<std::size_t>((offset * golden_ratio) >> 32) % slot_count;
}

bool prepare(const FrameSection& section, std::uint64_t offset, const RegisterTable& table,
             PreparedCie& prepared) {
  auto cie = read_cie(section, offset);
  if (!cie || cie->return_register != table.return_address) return false;
  prepared.offset = offset;
  prepared.cie = *cie;
  return run_initial_program(section, *cie, table, prepared.initial);
}

}  // namespace

CieCache::~CieCache() {
  for (const auto& slot : slots_) delete slot.load();
}

const PreparedCie* CieCache::find(const FrameSection& section, std::uint64_t offset,
                                  const RegisterTable& table, std::optional<PreparedCie>& spare) {
  std::atomic<const PreparedCie*>& slot = slots_[slot_of(offset, slot_count)];
  const PreparedCie* kept = slot.load(std::memory_order_acquire);
  if (kept != nullptr && kept->offset == offset) return kept;
  if (!prepare(section, offset, table, spare.emplace())) return nullptr;
  if (kept != nullptr) return &*spare;
  auto copy = std::make_unique<const PreparedCie>(*spare);
  if (!slot.compare_exchange_strong(kept, copy.get(), std::memory_order_acq_rel)) return &*spare;
  return copy.release();
}

}  // namespace cxprof::cfi
