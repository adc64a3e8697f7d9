#include "runner/symbolize/symbol_preference.h"

#include <algorithm>

namespace cxprof {
namespace {

std::size_t leading_underscores(std::string_view name) {
  return std::min(name.find_first_not_of('_'), name.size());
}

}  // namespace

bool is_better_name(const SymbolRank& a, const SymbolRank& b) {
  if (a.sized != b.sized) return a.sized;
  if (a.weak != b.weak) return b.weak;
  if (a.global != b.global) return a.global;
  std::size_t a_underscores = leading_underscores(a.name);
  std::size_t b_underscores = leading_underscores(b.name);
  if (a_underscores != b_underscores) return a_underscores < b_underscores;
  return a.name.size() > b.name.size();
}

}  // namespace cxprof
