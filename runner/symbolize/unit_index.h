#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "runner/symbolize/code_sections.h"
#include "runner/symbolize/die.h"
#include "runner/symbolize/range_index.h"

namespace cxprof {

/// The functions inlined into one subprogram, by address.
class InlineTree {
 public:
  explicit InlineTree(Dwarf_Die* subprogram);

  /// One inlined call.
  struct Node {
    Dwarf_Die die;         ///< DW_TAG_inlined_subroutine.
    std::uint32_t parent;  ///< Index of the inlined call around it; no_parent: the subprogram.
  };
  static constexpr std::uint32_t no_parent = UINT32_MAX;

  /// The calls inlined at `address`, innermost first.
  [[nodiscard]] std::vector<const Node*> at(std::uint64_t address) const;

 private:
  void collect(Dwarf_Die* scope, std::uint32_t parent, int depth);

  std::vector<Node> nodes_;
  RangeIndex by_address_;
};

/// The subprograms of one compile unit by address, each with its inlined calls (expanded when first
/// asked for). Asking libdw for the scopes of every address instead is about thirty times slower.
class UnitIndex {
 public:
  /// Code that the linker discarded keeps its DIEs, at addresses outside `sections`.
  UnitIndex(Dwarf_Die* unit, const std::vector<CodeSection>& sections);

  struct Subprogram {
    Dwarf_Die die;
    std::optional<InlineTree> inlined;
  };

  /// The subprogram that holds `address`, or nullptr.
  Subprogram* find(std::uint64_t address);

  [[nodiscard]] const std::vector<Subprogram>& subprograms() const { return subprograms_; }

  /// Where the out-of-line copies of an abstract instance begin; there may be several (clones).
  [[nodiscard]] std::vector<std::uint64_t> out_of_line_copies(const Dwarf_Die& abstract) const;

 private:
  struct Walk;

  std::vector<Subprogram> subprograms_;
  RangeIndex by_address_;
  std::unordered_multimap<void*, std::uint64_t> copies_;  ///< Abstract DIE → first address.
};

}  // namespace cxprof
