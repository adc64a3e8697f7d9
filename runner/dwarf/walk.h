#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runner/dwarf/die.h"

namespace cxprof::dwarf {

/// Walks the DIEs below `root`, each once and in the order of the file, without recursion:
/// visitor.visit(Die) says whether what is below a DIE is to be walked too. If it does and there is
/// something, enter(Die) comes before it and leave(end) behind it, where `end` is the place behind
/// the DIE and all below it. Damage ends the walk, and everything is left. At most `deepest`
/// levels.
template <typename Visitor>
void walk(const Die& root, Visitor& visitor, unsigned deepest) {
  if (!root || !root.shape->has_children) return;
  Cursor cursor(root.attributes, root.unit->end);
  unsigned depth = 0;
  const std::uint64_t allowed = root.unit->file->budget().left();
  std::uint64_t steps = allowed;
  bool whole = skip_attributes(cursor, root);
  while (whole && steps > 0 && !cursor.at_end()) {
    --steps;
    const std::byte* at = cursor.at();
    std::uint64_t code = cursor.uleb();
    if (code == 0) {
      if (depth == 0) break;
      --depth;
      visitor.leave(cursor.at());
      continue;
    }
    const Abbreviation* shape = root.unit->abbreviations->find(code);
    if (shape == nullptr) break;
    Die die{root.unit, at, cursor.at(), shape};
    if (visitor.visit(die) && shape->has_children && depth < deepest) {
      whole = skip_attributes(cursor, die);
      ++depth;
      visitor.enter(die);
    } else {
      whole = skip_tree(cursor, die, steps);
    }
  }
  for (; depth > 0; --depth) visitor.leave(cursor.at());
  root.unit->file->budget().spend(allowed - steps);
}

}  // namespace cxprof::dwarf
