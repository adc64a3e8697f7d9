#pragma once

#include <cstdint>
#include <vector>

#include "runner/dwarf/die.h"
#include "runner/symbolize/range_index.h"

namespace cxprof {

/// The functions inlined into one subprogram, by address.
class InlineTree {
 public:
  explicit InlineTree(const dwarf::Die& subprogram);

  /// One inlined call.
  struct Node {
    dwarf::Die die;        ///< DW_TAG_inlined_subroutine.
    std::uint32_t parent;  ///< Index of the inlined call around it; no_parent: the subprogram.
  };
  static constexpr std::uint32_t no_parent = UINT32_MAX;

  /// The innermost call inlined at `address`; its parents are those around it. no_parent: none is.
  [[nodiscard]] std::uint32_t innermost(std::uint64_t address) const {
    return by_address_.find(address).value_or(no_parent);
  }

  [[nodiscard]] const Node& node(std::uint32_t index) const { return nodes_[index]; }

 private:
  struct Walk;

  std::vector<Node> nodes_;
  RangeIndex by_address_;
};

}  // namespace cxprof
