#pragma once

#include <cstdint>

namespace cxprof::dwarf {

/// Bounds the work on one file. Damaged references can make any part be read over and over; what
/// honest files need is far below. One unit is about one DIE, list entry, line row or abbreviation.
class Budget {
 public:
  explicit Budget(std::uint64_t bytes) : left_(bytes * 16 + 65536) {}

  [[nodiscard]] std::uint64_t left() const { return left_; }

  /// False: nothing is left.
  bool spend(std::uint64_t amount) {
    left_ = amount < left_ ? left_ - amount : 0;
    return left_ != 0;
  }

 private:
  std::uint64_t left_;
};

}  // namespace cxprof::dwarf
