#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runner/dwarf/die.h"

namespace cxprof {

/// The named scopes of a unit (namespaces, classes, functions) that have subprograms in them: DWARF
/// does not say what stands around a DIE. Filled in the order of the file, while the unit is
/// walked.
class ScopeIndex {
 public:
  using Number = std::uint32_t;
  static constexpr Number none = UINT32_MAX;  ///< The unit itself.

  struct Scope {
    const std::byte* begin;  ///< Its DIE.
    const std::byte* end;    ///< Behind all below it.
    Number parent;
    bool has_subprograms = false;
  };

  void enter(const dwarf::Die& scope);
  void leave(const std::byte* end);
  /// Notes that a subprogram stands in the scope under way.
  void note_subprogram() {
    if (current_ != none) scopes_[current_].has_subprograms = true;
  }

  /// The innermost scope around the DIE at `at`; only for subprograms and scopes around them.
  [[nodiscard]] Number around(const std::byte* at) const;

  [[nodiscard]] const Scope& operator[](Number number) const { return scopes_[number]; }

 private:
  std::vector<Scope> scopes_;  ///< By begin.
  Number current_ = none;
};

}  // namespace cxprof
