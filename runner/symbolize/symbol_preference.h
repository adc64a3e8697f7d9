#pragma once

#include <cstddef>
#include <string_view>

namespace cxprof {

/// What decides between several symbols at one address.
struct SymbolRank {
  bool sized = false;
  bool weak = false;
  bool global = false;
  std::string_view name;
};

/// Whether `a` is the better name for an address that both `a` and `b` start at: sized before size
/// 0, then strong before weak, global before local, fewer leading underscores, the longer name.
/// These are the rules of perf (choose_best_symbol in tools/perf/util/symbol.c), so that both tools
/// print the same name; where neither is better the first in the symbol table stays.
bool is_better_name(const SymbolRank& a, const SymbolRank& b);

}  // namespace cxprof
