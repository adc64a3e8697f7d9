#include "runner/symbolize/unit_index.h"

#include "runner/symbolize/scope_walk.h"

namespace cxprof {

struct UnitIndex::Walk {
  UnitIndex& index;
  const std::vector<CodeSection>& sections;

  void visit(Dwarf_Die& subprogram) const {
    if (dwarf_hasattr(&subprogram, DW_AT_low_pc) == 0 &&
        dwarf_hasattr(&subprogram, DW_AT_ranges) == 0) {
      return;
    }
    auto number = static_cast<RangeIndex::Value>(index.subprograms_.size());
    bool first = true;
    for_each_range(&subprogram, [&](std::uint64_t start, std::uint64_t end) {
      if (find_code_section(sections, start) == nullptr) return;
      index.by_address_.add(start, end, number);
      if (!first) return;
      first = false;
      index.subprograms_.push_back({subprogram, std::nullopt});
      Dwarf_Die abstract = abstract_instance(subprogram);
      if (abstract.addr != subprogram.addr) index.copies_.emplace(abstract.addr, start);
    });
  }
  void enter(const Dwarf_Die&) const {}
  void leave() const {}
};

UnitIndex::UnitIndex(Dwarf_Die* unit, const std::vector<CodeSection>& sections) {
  Walk walk{*this, sections};
  walk_scopes(unit, walk);
  by_address_.freeze();
}

UnitIndex::Subprogram* UnitIndex::find(std::uint64_t address) {
  auto number = by_address_.find(address);
  return number ? &subprograms_[*number] : nullptr;
}

std::vector<std::uint64_t> UnitIndex::out_of_line_copies(const Dwarf_Die& abstract) const {
  std::vector<std::uint64_t> starts;
  auto [first, last] = copies_.equal_range(abstract.addr);
  for (auto at = first; at != last; ++at) starts.push_back(at->second);
  return starts;
}

}  // namespace cxprof
