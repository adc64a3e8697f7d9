#include "runner/compare/function_lookup.h"

#include <algorithm>
#include <set>

#include "runner/analyze/function_pattern.h"
#include "runner/analyze/nearest_names.h"

namespace cxprof {
namespace {

constexpr std::size_t names_to_offer = 3;

}  // namespace

FunctionLookup::FunctionLookup(const Profile& profile)
    : defined_(profile.detail.defined_functions) {
  std::set<std::pair<std::string, std::string>> ranked;
  const Rankings& rankings = profile.rankings;
  for (const auto* ranking : {&rankings.user_time, &rankings.self_time, &rankings.inclusive_time}) {
    for (const FunctionCost& cost : *ranking) ranked.emplace(cost.symbol, cost.mangled_symbol);
  }
  // main and its like have samples, and only no place in inclusive_time.
  for (const std::string& symbol : profile.data_quality.inclusive_symbols_suppressed_from_ranking) {
    ranked.emplace(symbol, "");
  }
  ranked_.assign(ranked.begin(), ranked.end());
}

template <typename Matches>
FunctionMatch FunctionLookup::find_if(Matches matches) const {
  std::set<std::string> symbols;
  for (const auto& [symbol, mangled] : ranked_) {
    if (matches(symbol, mangled)) symbols.insert(symbol);
  }
  FunctionMatch match;
  match.found = !symbols.empty();
  if (!match.found) {
    for (const DefinedFunction& function : defined_) {
      if (!matches(function.name, function.raw_name)) continue;
      match.found = true;
      // Of several names for one address the samples stand under one.
      auto ranked = std::lower_bound(ranked_.begin(), ranked_.end(),
                                     std::pair<std::string, std::string>(function.ranked_as, ""));
      if (ranked != ranked_.end() && ranked->first == function.ranked_as) {
        symbols.insert(function.ranked_as);
      }
    }
  }
  match.symbols.assign(symbols.begin(), symbols.end());
  return match;
}

FunctionMatch FunctionLookup::find(std::string_view name) const {
  FunctionPattern pattern(name);
  FunctionMatch match = find_if([&](const std::string& symbol, const std::string& mangled) {
    return pattern.matches_literally(symbol, mangled);
  });
  if (match.found || !pattern.has_glob()) return match;
  return find_if([&](const std::string& symbol, const std::string& mangled) {
    return pattern.matches_as_glob(symbol, mangled);
  });
}

std::vector<std::string> FunctionLookup::nearest(std::string_view name) const {
  std::vector<std::string> candidates;
  for (const auto& [symbol, unused] : ranked_) candidates.push_back(symbol);
  for (const DefinedFunction& function : defined_) candidates.push_back(function.name);
  return nearest_names(name, candidates, names_to_offer);
}

}  // namespace cxprof
