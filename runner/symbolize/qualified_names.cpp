#include "runner/symbolize/qualified_names.h"

#include "runner/symbolize/scope_walk.h"

namespace cxprof {

struct QualifiedNames::Walk {
  QualifiedNames& names;
  std::uint32_t current = 0;

  void visit(Dwarf_Die& subprogram) const { names.parents_[subprogram.addr] = current; }
  void enter(const Dwarf_Die& scope) {
    names.scopes_.push_back({scope, current});
    current = static_cast<std::uint32_t>(names.scopes_.size() - 1);
  }
  void leave() { current = names.scopes_[current].parent; }
};

std::string QualifiedNames::of(Dwarf_Die subprogram) {
  if (auto declaration = referenced_die(&subprogram, DW_AT_specification)) {
    subprogram = *declaration;
  }
  std::string_view name = plain_name(&subprogram);
  if (name.empty()) return {};
  std::string scope = name_of_scope(scope_around(subprogram));
  return scope.empty() ? std::string(name) : scope + "::" + std::string(name);
}

std::uint32_t QualifiedNames::scope_around(Dwarf_Die subprogram) {
  auto unit = unit_of(&subprogram);
  if (!unit) return 0;
  if (walked_.try_emplace(unit->addr, true).second) {
    Walk walk{*this};
    walk_scopes(&*unit, walk);
  }
  auto found = parents_.find(subprogram.addr);
  return found == parents_.end() ? 0 : found->second;
}

std::string QualifiedNames::name_of_scope(std::uint32_t scope) {
  std::string name;
  for (; scope != 0; scope = scopes_[scope].parent) {
    Dwarf_Die die = scopes_[scope].die;
    int tag = dwarf_tag(&die);
    std::string part;
    if (tag == DW_TAG_subprogram) {
      // A function that was declared elsewhere (a member) has its own scopes there.
      part = of(abstract_instance(die));
      return name.empty() ? part : part + "::" + name;
    }
    part = plain_name(&die);
    if (part.empty()) {
      part = tag == DW_TAG_namespace ? "(anonymous namespace)" : "(anonymous class)";
    }
    name = name.empty() ? part : part + "::" + name;
  }
  return name;
}

}  // namespace cxprof
