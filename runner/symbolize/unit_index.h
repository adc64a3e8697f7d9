#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runner/dwarf/die.h"
#include "runner/symbolize/code_sections.h"
#include "runner/symbolize/inline_tree.h"
#include "runner/symbolize/range_index.h"
#include "runner/symbolize/scope_index.h"

namespace cxprof {

/// The subprograms of one unit by address, each with its inlined calls (expanded when first asked
/// for), and the scopes around them.
class UnitIndex {
 public:
  /// Code that the linker discarded keeps its DIEs, at addresses outside `sections`.
  UnitIndex(dwarf::Unit& unit, const std::vector<CodeSection>& sections);

  struct Subprogram {
    dwarf::Die die;
    std::unique_ptr<InlineTree> inlined;  ///< nullptr: not yet expanded.
  };

  /// The subprogram that holds `address`, or nullptr.
  Subprogram* find(std::uint64_t address);

  [[nodiscard]] const std::vector<Subprogram>& subprograms() const { return subprograms_; }

  /// Where the out-of-line copies of an abstract instance begin, as they stand in the file; there
  /// may be several (clones).
  [[nodiscard]] std::vector<std::uint64_t> out_of_line_copies(const dwarf::Die& abstract) const;

  [[nodiscard]] const ScopeIndex& scopes() const { return scopes_; }

 private:
  struct Walk;

  std::vector<Subprogram> subprograms_;
  RangeIndex by_address_;
  std::vector<std::pair<const std::byte*, std::uint64_t>> copies_;  ///< Abstract DIE → address.
  ScopeIndex scopes_;
};

/// The indexes of all units of a module, each made when it is first asked for.
class UnitIndexes {
 public:
  explicit UnitIndexes(const std::vector<CodeSection>& sections) : sections_(sections) {}

  UnitIndex& of(dwarf::Unit& unit) {
    auto& index = indexes_[&unit];
    if (!index) index = std::make_unique<UnitIndex>(unit, sections_);
    return *index;
  }

 private:
  const std::vector<CodeSection>& sections_;
  std::unordered_map<const dwarf::Unit*, std::unique_ptr<UnitIndex>> indexes_;
};

}  // namespace cxprof
