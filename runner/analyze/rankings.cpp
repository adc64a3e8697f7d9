#include "runner/analyze/rankings.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "runner/analyze/entry_points.h"
#include "runner/analyze/inclusive.h"

namespace cxprof {
namespace {

constexpr GroupId kernel_group = static_cast<GroupId>(-1);

// Clones of a pair stand in one row, which takes the symbol names of the clones with most samples.
struct PairRow {
  Cost cost;
  SampleTally::Pair leader;
  std::uint64_t leader_samples = 0;
};

AttributedCost to_entry(const SymbolizedProfile& symbolized, const PairRow& row) {
  const Function& user = symbolized.functions[row.leader.first];
  AttributedCost entry{user.name,
                       user.raw_name,
                       symbolized.modules[user.module].path,
                       "[kernel]",
                       "",
                       "[kernel]",
                       row.cost.samples,
                       row.cost.time_ms()};
  if (row.leader.second != SampleTally::kernel_leaf) {
    const Function& runtime = symbolized.functions[row.leader.second];
    entry.runtime_symbol = runtime.name;
    entry.runtime_mangled_symbol = runtime.raw_name;
    entry.runtime_module = symbolized.modules[runtime.module].path;
  }
  return entry;
}

}  // namespace

std::vector<AttributedCost> attribution_ranking(const SymbolizedProfile& symbolized,
                                                const FunctionGroups& groups,
                                                const SampleTally& tally) {
  std::map<std::pair<GroupId, GroupId>, PairRow> rows;
  for (const auto& [pair, cost] : tally.attributed) {
    GroupId runtime =
        pair.second == SampleTally::kernel_leaf ? kernel_group : groups.of(pair.second);
    PairRow& row = rows[{groups.of(pair.first), runtime}];
    row.cost += cost;
    if (cost.samples > row.leader_samples) {
      row.leader = pair;
      row.leader_samples = cost.samples;
    }
  }
  std::vector<AttributedCost> ranking;
  ranking.reserve(rows.size());
  for (const auto& [key, row] : rows) ranking.push_back(to_entry(symbolized, row));
  std::sort(ranking.begin(), ranking.end(), [](const AttributedCost& a, const AttributedCost& b) {
    return std::tie(b.samples, a.user_symbol, a.runtime_symbol, a.user_module, a.runtime_module) <
           std::tie(a.samples, b.user_symbol, b.runtime_symbol, b.user_module, b.runtime_module);
  });
  return ranking;
}

std::vector<LineCost> hot_line_ranking(const SymbolizedProfile& symbolized,
                                       const SampleTally& tally) {
  // Keyed by name again: clones and inlined copies of a function share their lines.
  std::map<std::tuple<std::string_view, std::uint32_t, std::string_view>, Cost> rows;
  for (const auto& [line, cost] : tally.lines) {
    rows[{symbolized.source_files[line.file], line.line,
          symbolized.functions[line.function].name}] += cost;
  }
  std::vector<LineCost> ranking;
  ranking.reserve(rows.size());
  for (const auto& [key, cost] : rows) {
    const auto& [file, line, symbol] = key;
    ranking.push_back({std::string(file), line, std::string(symbol), cost.samples, cost.time_ms()});
  }
  // The map's order (file, line, symbol) stands among equals.
  std::stable_sort(ranking.begin(), ranking.end(),
                   [](const LineCost& a, const LineCost& b) { return a.samples > b.samples; });
  return ranking;
}

std::vector<FunctionCost> inclusive_ranking(const SymbolizedProfile& symbolized,
                                            const FunctionGroups& groups, const UserCode& user_code,
                                            const SampleTally& tally,
                                            std::vector<std::string>& suppressed) {
  std::vector<FunctionCost> ranking =
      inclusive_costs(symbolized, groups, tally.per_stack).ranking(symbolized, groups, user_code);
  std::set<std::string> names;
  std::erase_if(ranking, [&](const FunctionCost& cost) {
    bool entry_point = is_entry_point(cost.symbol);
    if (entry_point) names.insert(cost.symbol);
    return entry_point;
  });
  suppressed.assign(names.begin(), names.end());
  return ranking;
}

}  // namespace cxprof
