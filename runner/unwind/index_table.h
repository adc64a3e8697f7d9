#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace cxprof {

/// A well-spread hash of two words (the finaliser of MurmurHash3, public domain).
inline std::uint64_t hash_words(std::uint64_t first, std::uint64_t second) {
  std::uint64_t hash = first ^ (second * 0x9e3779b97f4a7c15ULL);
  hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccdULL;
  hash = (hash ^ hash >> 33) * 0xc4ceb9fe1a85ec53ULL;
  return hash ^ hash >> 33;
}

/// Finds the index of a value in a growing vector: open addressing with linear probing over 32-bit
/// hashes and indices, 8 bytes a slot, so that the table stays in the caches. The values themselves
/// stay with the caller.
class IndexTable {
 public:
  /// The index among those with `hash` for which `is_equal(index)` holds; else `next`, which is put
  /// into the table. `next` must be below 2^32 - 1.
  template <typename IsEqual>
  std::uint32_t find_or_insert(std::uint64_t full_hash, std::uint32_t next,
                               const IsEqual& is_equal) {
    if ((used_ + 1) * 2 > slots_.size()) grow();
    auto hash = static_cast<std::uint32_t>(full_hash);
    for (std::size_t at = hash & mask();; at = (at + 1) & mask()) {
      Slot& slot = slots_[at];
      if (slot.index == empty) {
        slot = {hash, next};
        ++used_;
        return next;
      }
      if (slot.hash == hash && is_equal(slot.index)) return slot.index;
    }
  }

 private:
  static constexpr std::uint32_t empty = UINT32_MAX;
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t index = empty;
  };

  [[nodiscard]] std::size_t mask() const { return slots_.size() - 1; }

  void grow() {
    std::vector<Slot> old(slots_.empty() ? 1024 : slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.index == empty) continue;
      std::size_t at = slot.hash & mask();
      while (slots_[at].index != empty) at = (at + 1) & mask();
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace cxprof
