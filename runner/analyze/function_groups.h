#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runner/analyze/cost.h"
#include "runner/analyze/user_code.h"
#include "runner/profile/profile.h"

namespace cxprof {

using GroupId = std::uint32_t;

/// Functions that stand in one row: same demangled name, same module path. So clones (.cold,
/// .constprop.0), the inlined and the physical copies, and what several mappings of one file hold
/// are added up.
class FunctionGroups {
 public:
  explicit FunctionGroups(const SymbolizedProfile& symbolized);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] GroupId of(FunctionId function) const { return groups_[function]; }

 private:
  std::vector<GroupId> groups_;
  std::size_t size_ = 0;
};

/// Costs collected per function, to be read per group.
class FunctionCosts {
 public:
  explicit FunctionCosts(std::size_t functions) : entries_(functions) {}

  /// `inlined`: this cost was seen in an inlined copy only.
  void add(FunctionId function, const Cost& cost, bool inlined) {
    entries_[function].cost += cost;
    if (!inlined) entries_[function].physical_samples += cost.samples;
  }

  /// `samples` that were already added saw the function in a physical copy after all.
  void add_physical(FunctionId function, std::uint64_t samples) {
    entries_[function].physical_samples += samples;
  }

  /// One entry per group that has samples, in ranking order.
  [[nodiscard]] std::vector<FunctionCost> ranking(const SymbolizedProfile& symbolized,
                                                  const FunctionGroups& groups,
                                                  const UserCode& user_code) const;

 private:
  struct Entry {
    Cost cost;
    std::uint64_t physical_samples = 0;
  };
  std::vector<Entry> entries_;
};

}  // namespace cxprof
