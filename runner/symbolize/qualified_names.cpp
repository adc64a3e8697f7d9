#include "runner/symbolize/qualified_names.h"

#include <dwarf.h>

namespace cxprof {

namespace {

// The declaration in its class that a definition outside refers to.
dwarf::Die declaration_of(const dwarf::Die& subprogram) {
  dwarf::Die declaration = dwarf::referenced(subprogram, DW_AT_specification);
  return declaration ? declaration : subprogram;
}

std::string name_of_nameless(std::uint16_t tag, std::string_view member) {
  if (tag == DW_TAG_namespace) return "(anonymous namespace)";
  // Closures are the classes without a name that have a call operator.
  return member == "operator()" ? "{lambda}" : "(anonymous class)";
}

// A class that stands in a type unit of its own has only a stub here.
std::string_view name_of_scope(const dwarf::Die& scope) {
  std::string_view name = dwarf::plain_name(scope);
  if (!name.empty()) return name;
  dwarf::Die type = dwarf::referenced(scope, DW_AT_signature);
  return type ? dwarf::plain_name(type) : name;
}

}  // namespace

std::string QualifiedNames::of(const dwarf::Die& subprogram, int depth) {
  dwarf::Die declaration = declaration_of(subprogram);
  std::string name(dwarf::plain_name(declaration));
  constexpr int deepest = 50;
  if (name.empty() || depth > deepest) return name;
  const ScopeIndex& scopes = indexes_.of(*declaration.unit).scopes();
  for (auto number = scopes.around(declaration.at); number != ScopeIndex::none;
       number = scopes[number].parent) {
    dwarf::Die scope = dwarf::die_at(*declaration.unit, scopes[number].begin);
    // A function that was declared elsewhere (a member) has its own scopes there.
    if (scope.tag() == DW_TAG_subprogram) {
      return of(dwarf::abstract_instance(scope), depth + 1) + "::" + name;
    }
    std::string part(name_of_scope(scope));
    if (part.empty()) part = name_of_nameless(scope.tag(), name);
    name = part + "::" + name;
  }
  return name;
}

dwarf::Die QualifiedNames::declared_scope_around(const dwarf::Die& subprogram) {
  dwarf::Die declaration = declaration_of(dwarf::abstract_instance(subprogram));
  const ScopeIndex& scopes = indexes_.of(*declaration.unit).scopes();
  for (auto number = scopes.around(declaration.at); number != ScopeIndex::none;
       number = scopes[number].parent) {
    dwarf::Die scope = dwarf::die_at(*declaration.unit, scopes[number].begin);
    if (dwarf::inherited_attribute(scope, DW_AT_decl_file).value) return scope;
  }
  return {};
}

}  // namespace cxprof
