#include "runner/symbolize/unit_index.h"

#include <dwarf.h>

#include <algorithm>

#include "runner/dwarf/ranges.h"
#include "runner/dwarf/walk.h"

namespace cxprof {

// Subprograms stand in namespaces, classes, and (for local classes and lambdas) function bodies;
// after link-time optimisation also in the bodies of concrete instances.
struct UnitIndex::Walk {
  UnitIndex& index;
  const std::vector<CodeSection>& sections;
  std::vector<bool> is_scope;  ///< Of each level under way.
  std::vector<dwarf::Range> ranges;

  bool visit(const dwarf::Die& die) {
    switch (die.tag()) {
      case DW_TAG_subprogram:
        index.scopes_.note_subprogram();
        if (die.shape->has_code) add(die);
        return true;
      case DW_TAG_namespace:
      case DW_TAG_module:
      case DW_TAG_class_type:
      case DW_TAG_structure_type:
      case DW_TAG_union_type:
      case DW_TAG_interface_type:
      case DW_TAG_lexical_block:
      case DW_TAG_try_block:
      case DW_TAG_catch_block:
        return true;
      default:
        return false;
    }
  }

  void enter(const dwarf::Die& die) {
    std::uint16_t tag = die.tag();
    bool named =
        tag != DW_TAG_lexical_block && tag != DW_TAG_try_block && tag != DW_TAG_catch_block;
    is_scope.push_back(named);
    if (named) index.scopes_.enter(die);
  }

  void leave(const std::byte* end) {
    if (is_scope.back()) index.scopes_.leave(end);
    is_scope.pop_back();
  }

  void add(const dwarf::Die& die) {
    auto number = static_cast<RangeIndex::Value>(index.subprograms_.size());
    bool first = true;
    dwarf::ranges_of(die, ranges);
    for (const auto& range : ranges) {
      if (find_code_section(sections, range.start) == nullptr) continue;
      index.by_address_.add(range.start, range.end, number);
      if (!first) continue;
      first = false;
      index.subprograms_.push_back({die, nullptr});
      dwarf::Die abstract = dwarf::abstract_instance(die);
      if (abstract.at != die.at) index.copies_.emplace_back(abstract.at, range.start);
    }
  }
};

UnitIndex::UnitIndex(dwarf::Unit& unit, const std::vector<CodeSection>& sections) {
  const dwarf::UnitRoot* root = root_of(unit);
  if (root == nullptr) return;
  constexpr unsigned deepest = 200;  // far deeper than code nests; bounds chains of damaged data
  Walk visitor{*this, sections, {}, {}};
  dwarf::walk(root->die, visitor, deepest);
  by_address_.freeze();
  std::stable_sort(copies_.begin(), copies_.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
}

UnitIndex::Subprogram* UnitIndex::find(std::uint64_t address) {
  auto number = by_address_.find(address);
  return number ? &subprograms_[*number] : nullptr;
}

std::vector<std::uint64_t> UnitIndex::out_of_line_copies(const dwarf::Die& abstract) const {
  std::vector<std::uint64_t> starts;
  auto at = std::lower_bound(copies_.begin(), copies_.end(), abstract.at,
                             [](const auto& a, const std::byte* b) { return a.first < b; });
  for (; at != copies_.end() && at->first == abstract.at; ++at) starts.push_back(at->second);
  return starts;
}

}  // namespace cxprof
