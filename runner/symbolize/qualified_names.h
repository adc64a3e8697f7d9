#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runner/symbolize/die.h"

namespace cxprof {

/// Names like "ns::(anonymous namespace)::Class::function" for functions without a linkage name
/// (compilers give none to internal linkage), built from the DIEs around them. Libdw does not know
/// a DIE's parent, so the scopes of a unit are walked once, when its first such name is wanted.
class QualifiedNames {
 public:
  /// The qualified name of a subprogram, through its specification where it has one. Empty: it has
  /// no name at all.
  std::string of(Dwarf_Die subprogram) { return of(subprogram, 0); }

  /// The nearest scope around a subprogram that says where it is declared; for lambdas, whose own
  /// DIE does not: the closure's class. Absent: none does.
  std::optional<Dwarf_Die> declared_scope_around(Dwarf_Die subprogram);

 private:
  struct Scope {
    Dwarf_Die die;
    std::uint32_t parent;  ///< Index into scopes_; 0: the unit itself.
  };
  struct Walk;

  // `depth`: functions around functions so far; bounded, since damaged information may hold a
  // circle.
  std::string of(Dwarf_Die subprogram, int depth);
  std::string name_of_scope(std::uint32_t scope, std::string name, int depth);
  std::uint32_t scope_around(Dwarf_Die subprogram);

  std::vector<Scope> scopes_{Scope{}};
  /// Of a unit (by the address of its DIE): each subprogram's DIE and the scope around it. DIEs are
  /// walked in the order of their addresses, so the vectors are sorted.
  std::unordered_map<const void*, std::vector<std::pair<const void*, std::uint32_t>>> parents_;
};

}  // namespace cxprof
