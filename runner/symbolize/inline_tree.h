#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "runner/dwarf/die.h"
#include "runner/profile/function.h"
#include "runner/symbolize/range_index.h"
#include "runner/symbolize/source_files.h"

namespace cxprof {

/// The functions inlined into one subprogram, by address.
class InlineTree {
 public:
  explicit InlineTree(const dwarf::Die& subprogram);

  /// What an inlined call is in the profile.
  struct Call {
    FunctionId function = 0;
    SourcePosition site;  ///< Where it stands in the function around it.
  };

  /// One inlined call.
  struct Node {
    dwarf::Die die;            ///< DW_TAG_inlined_subroutine.
    std::uint32_t parent;      ///< Index of the inlined call around it; no_parent: the subprogram.
    std::optional<Call> call;  ///< Kept here by whoever asks for it first.
  };
  static constexpr std::uint32_t no_parent = UINT32_MAX;

  /// The innermost call inlined at `address`; its parents are those around it. no_parent: none is.
  [[nodiscard]] std::uint32_t innermost(std::uint64_t address) const {
    return by_address_.find(address).value_or(no_parent);
  }

  Node& node(std::uint32_t index) { return nodes_[index]; }

 private:
  struct Walk;

  std::vector<Node> nodes_;
  RangeIndex by_address_;
};

}  // namespace cxprof
