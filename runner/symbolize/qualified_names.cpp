#include "runner/symbolize/qualified_names.h"

#include <algorithm>

#include "runner/symbolize/scope_walk.h"

namespace cxprof {

namespace {

// The declaration in its class that a definition outside refers to.
Dwarf_Die declaration_of(Dwarf_Die subprogram) {
  return referenced_die(&subprogram, DW_AT_specification).value_or(subprogram);
}

std::string name_of_nameless(int tag, std::string_view member) {
  if (tag == DW_TAG_namespace) return "(anonymous namespace)";
  // Closures are the classes without a name that have a call operator.
  return member == "operator()" ? "{lambda}" : "(anonymous class)";
}

}  // namespace

struct QualifiedNames::Walk {
  QualifiedNames& names;
  std::vector<std::pair<const void*, std::uint32_t>>& parents;
  std::uint32_t current = 0;

  void visit(const Dwarf_Die& subprogram) const { parents.emplace_back(subprogram.addr, current); }
  void enter(const Dwarf_Die& scope) {
    names.scopes_.push_back({scope, current});
    current = static_cast<std::uint32_t>(names.scopes_.size() - 1);
  }
  void leave() { current = names.scopes_[current].parent; }
};

std::string QualifiedNames::of(Dwarf_Die subprogram, int depth) {
  subprogram = declaration_of(subprogram);
  std::string_view name = plain_name(&subprogram);
  constexpr int deepest = 50;
  if (name.empty() || depth > deepest) return std::string(name);
  return name_of_scope(scope_around(subprogram), std::string(name), depth);
}

std::optional<Dwarf_Die> QualifiedNames::declared_scope_around(Dwarf_Die subprogram) {
  subprogram = declaration_of(abstract_instance(subprogram));
  for (std::uint32_t scope = scope_around(subprogram); scope != 0; scope = scopes_[scope].parent) {
    Dwarf_Die die = scopes_[scope].die;
    if (dwarf_hasattr_integrate(&die, DW_AT_decl_file) != 0) return die;
  }
  return std::nullopt;
}

std::uint32_t QualifiedNames::scope_around(Dwarf_Die subprogram) {
  auto unit = unit_of(&subprogram);
  if (!unit) return 0;
  auto [known, inserted] = parents_.try_emplace(unit->addr);
  if (inserted) {
    Walk walk{*this, known->second};
    walk_scopes(&*unit, walk);
  }
  const auto& parents = known->second;
  auto found = std::lower_bound(parents.begin(), parents.end(),
                                std::pair<const void*, std::uint32_t>(subprogram.addr, 0));
  return found == parents.end() || found->first != subprogram.addr ? 0 : found->second;
}

std::string QualifiedNames::name_of_scope(std::uint32_t scope, std::string name, int depth) {
  for (; scope != 0; scope = scopes_[scope].parent) {
    Dwarf_Die die = scopes_[scope].die;
    int tag = dwarf_tag(&die);
    // A function that was declared elsewhere (a member) has its own scopes there.
    if (tag == DW_TAG_subprogram) return of(abstract_instance(die), depth + 1) + "::" + name;
    std::string part(plain_name(&die));
    if (part.empty()) part = name_of_nameless(tag, name);
    name = part + "::" + name;
  }
  return name;
}

}  // namespace cxprof
