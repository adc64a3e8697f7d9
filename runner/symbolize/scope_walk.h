#pragma once

#include <dwarf.h>

#include "runner/symbolize/die.h"

namespace cxprof {

/// Visits every subprogram DIE below `scope`, in namespaces, classes, and (for local classes and
/// lambdas) function bodies. visit(subprogram) is called before what it encloses is visited;
/// `enter(scope)` and `leave()` bracket every named scope. Concrete instances of abstract functions
/// are not entered: the types and functions that they enclose belong to the abstract instance.
template <typename Visitor>
void walk_scopes(Dwarf_Die* scope, Visitor& visitor, int depth = 0) {
  constexpr int deepest = 200;  // far deeper than code nests; bounds the recursion on damaged data
  if (depth > deepest) return;
  for_each_child(scope, [&](Dwarf_Die& child) {
    switch (dwarf_tag(&child)) {
      case DW_TAG_subprogram:
        visitor.visit(child);
        if (dwarf_hasattr(&child, DW_AT_abstract_origin) != 0) return;
        break;
      case DW_TAG_namespace:
      case DW_TAG_module:
      case DW_TAG_class_type:
      case DW_TAG_structure_type:
      case DW_TAG_union_type:
      case DW_TAG_interface_type:
        break;
      case DW_TAG_lexical_block:
      case DW_TAG_try_block:
      case DW_TAG_catch_block:
        walk_scopes(&child, visitor, depth + 1);
        return;
      default:
        return;
    }
    if (dwarf_haschildren(&child) <= 0) return;
    visitor.enter(child);
    walk_scopes(&child, visitor, depth + 1);
    visitor.leave();
  });
}

}  // namespace cxprof
