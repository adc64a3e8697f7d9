#include "runner/compare/function_lookup.h"

#include <algorithm>
#include <set>

#include "runner/analyze/function_pattern.h"
#include "runner/analyze/nearest_names.h"
#include "runner/analyze/runtime_names.h"

namespace cxprof {
namespace {

constexpr std::size_t names_to_offer = 3;

// A project's binary holds start-up code and the library's templates, too.
bool is_runtime(const DefinedFunction& defined) {
  Function function;
  function.name = defined.name;
  function.raw_name = defined.raw_name;
  function.source = NameSource::symbol;
  return is_standard_library_name(function) || is_c_runtime_name(function);
}

}  // namespace

FunctionLookup::FunctionLookup(const Profile& profile)
    : rankings_(profile.rankings), defined_(profile.detail.defined_functions) {
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
  std::vector<std::string> own;
  std::vector<std::string> runtime;
  for (const auto* ranking :
       {&rankings_.user_time, &rankings_.self_time, &rankings_.inclusive_time}) {
    for (const FunctionCost& cost : *ranking) {
      (cost.user_code ? own : runtime).push_back(cost.symbol);
    }
  }
  for (const DefinedFunction& function : defined_) {
    (is_runtime(function) ? runtime : own).push_back(function.name);
  }
  std::size_t misspelling = std::max<std::size_t>(1, name.size() / 4);
  for (std::string& symbol : nearest_names(name, runtime, names_to_offer, misspelling)) {
    own.push_back(std::move(symbol));
  }
  return nearest_names(name, own, names_to_offer);
}

}  // namespace cxprof
