#include "runner/symbolize/inline_tree.h"

#include <dwarf.h>

#include "runner/dwarf/ranges.h"
#include "runner/dwarf/walk.h"

namespace cxprof {

struct InlineTree::Walk {
  InlineTree& tree;
  std::vector<std::uint32_t> around{no_parent};  ///< The inlined call of each level under way.
  std::vector<dwarf::Range> ranges;

  bool visit(const dwarf::Die& die) {
    switch (die.tag()) {
      case DW_TAG_inlined_subroutine: {
        auto index = static_cast<std::uint32_t>(tree.nodes_.size());
        tree.nodes_.push_back({die, around.back(), std::nullopt});
        if (!die.shape->has_code) return true;
        dwarf::ranges_of(die, ranges);
        for (const auto& range : ranges) tree.by_address_.add(range.start, range.end, index);
        return true;
      }
      case DW_TAG_lexical_block:
      case DW_TAG_try_block:
      case DW_TAG_catch_block:
        return true;
      default:
        return false;
    }
  }
  void enter(const dwarf::Die& die) {
    bool inlined = die.tag() == DW_TAG_inlined_subroutine;
    around.push_back(inlined ? static_cast<std::uint32_t>(tree.nodes_.size() - 1) : around.back());
  }
  void leave(const std::byte*) { around.pop_back(); }
};

InlineTree::InlineTree(const dwarf::Die& subprogram) {
  constexpr unsigned deepest = 1000;  // bounds the chains of damaged data
  Walk visitor{*this, {no_parent}, {}};
  dwarf::walk(subprogram, visitor, deepest);
  by_address_.freeze();
}

}  // namespace cxprof
