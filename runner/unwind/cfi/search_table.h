#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "runner/unwind/cfi/frame_entries.h"

namespace cxprof::cfi {

/// An .eh_frame_hdr section (LSB 5.0, section 10.6.2), searched where it lies.
struct SearchHeader {
  std::uint64_t address = 0;           ///< Of the section.
  std::uint64_t eh_frame_address = 0;  ///< What it says of .eh_frame.
  /// Sorted pairs of signed 32-bit values, relative to `address`: begin of code, FDE. Empty: there
  /// is no table, or in another form than all linkers write.
  std::span<const std::byte> table;

  /// Where the FDE with the highest begin up to `code_address` lies. A table that is not sorted
  /// gives any FDE. Absent: there is none.
  [[nodiscard]] std::optional<std::uint64_t> find(std::uint64_t code_address) const;
};

/// The .eh_frame_hdr in `bytes`, loaded at `address`. Absent: it is none.
std::optional<SearchHeader> read_search_header(std::span<const std::byte> bytes,
                                               std::uint64_t address);

/// The same, made by reading a section once.
class SearchTable {
 public:
  SearchTable() = default;
  static SearchTable of(const FrameSection& section);

  /// Calls `is_wanted(offset)` with the offsets of FDEs that may cover `address`, until it returns
  /// true: the one with the highest begin first.
  template <typename IsWanted>
  void find(std::uint64_t address, const IsWanted& is_wanted) const {
    // Ranges do not overlap in sound files; only so many are tried in others.
    constexpr std::size_t max_tries = 64;
    std::size_t at = first_after(address);
    for (std::size_t tries = 0; at > 0 && tries < max_tries; ++tries) {
      --at;
      if (items_[at].highest_end <= address || is_wanted(items_[at].offset)) return;
    }
  }

 private:
  struct Item {
    std::uint64_t begin = 0;
    std::uint64_t highest_end = 0;  ///< Of this and all items before it.
    std::uint64_t offset = 0;       ///< Of the FDE.
  };

  void finish();
  [[nodiscard]] std::size_t first_after(std::uint64_t address) const;

  std::vector<Item> items_;
};

}  // namespace cxprof::cfi
