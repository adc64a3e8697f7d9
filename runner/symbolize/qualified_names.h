#pragma once

#include <string>

#include "runner/dwarf/die.h"
#include "runner/symbolize/unit_index.h"

namespace cxprof {

/// Names like "ns::(anonymous namespace)::Class::function" for functions without a linkage name
/// (compilers give none to internal linkage), built from the DIEs around them.
class QualifiedNames {
 public:
  explicit QualifiedNames(UnitIndexes& indexes) : indexes_(indexes) {}

  /// The qualified name of a subprogram, through its specification where it has one. Empty: it has
  /// no name at all.
  std::string of(const dwarf::Die& subprogram) { return of(subprogram, 0); }

  /// The nearest scope around a subprogram that says where it is declared; for lambdas, whose own
  /// DIE does not: the closure's class. No DIE: none does.
  dwarf::Die declared_scope_around(const dwarf::Die& subprogram);

 private:
  // `depth`: functions around functions so far; bounded, since damaged information may hold a
  // circle.
  std::string of(const dwarf::Die& subprogram, int depth);

  UnitIndexes& indexes_;
};

}  // namespace cxprof
