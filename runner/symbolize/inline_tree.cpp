#include <dwarf.h>

#include "runner/symbolize/unit_index.h"

namespace cxprof {

InlineTree::InlineTree(Dwarf_Die* subprogram) {
  collect(subprogram, no_parent, 0);
  by_address_.freeze();
}

void InlineTree::collect(Dwarf_Die* scope, std::uint32_t parent, int depth) {
  constexpr int deepest = 1000;  // bounds the recursion on damaged data
  if (depth > deepest) return;
  for_each_child(scope, [&](Dwarf_Die& child) {
    switch (dwarf_tag(&child)) {
      case DW_TAG_inlined_subroutine: {
        auto index = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back({child, parent});
        for_each_range(&child, [&](std::uint64_t start, std::uint64_t end) {
          by_address_.add(start, end, index);
        });
        collect(&child, index, depth + 1);
        break;
      }
      case DW_TAG_lexical_block:
      case DW_TAG_try_block:
      case DW_TAG_catch_block:
        collect(&child, parent, depth + 1);
        break;
      default:
        break;
    }
  });
}

std::vector<const InlineTree::Node*> InlineTree::at(std::uint64_t address) const {
  std::vector<const Node*> chain;
  auto innermost = by_address_.find(address);
  for (std::uint32_t index = innermost.value_or(no_parent); index != no_parent;
       index = nodes_[index].parent) {
    chain.push_back(&nodes_[index]);
  }
  return chain;
}

}  // namespace cxprof
