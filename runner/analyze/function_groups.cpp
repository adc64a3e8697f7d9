#include "runner/analyze/function_groups.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace cxprof {

FunctionGroups::FunctionGroups(const SymbolizedProfile& symbolized) {
  std::map<std::pair<std::string_view, std::string_view>, GroupId> known;
  groups_.reserve(symbolized.functions.size());
  for (const Function& function : symbolized.functions) {
    std::pair<std::string_view, std::string_view> key{function.name,
                                                      symbolized.modules[function.module].path};
    groups_.push_back(known.try_emplace(key, static_cast<GroupId>(known.size())).first->second);
  }
  size_ = known.size();
}

std::vector<FunctionCost> FunctionCosts::ranking(const SymbolizedProfile& symbolized,
                                                 const FunctionGroups& groups,
                                                 const UserCode& user_code) const {
  struct Row {
    Cost cost;
    std::uint64_t physical_samples = 0;
    FunctionId leader = 0;  ///< The clone with most samples; its symbol name stands for the row.
    std::uint64_t leader_samples = 0;
  };
  std::vector<Row> rows(groups.size());
  for (FunctionId id = 0; id < entries_.size(); ++id) {
    const Entry& entry = entries_[id];
    if (entry.cost.samples == 0) continue;
    Row& row = rows[groups.of(id)];
    row.cost += entry.cost;
    row.physical_samples += entry.physical_samples;
    bool leads = entry.cost.samples > row.leader_samples ||
                 (entry.cost.samples == row.leader_samples &&
                  symbolized.functions[id].raw_name < symbolized.functions[row.leader].raw_name);
    if (leads) {
      row.leader = id;
      row.leader_samples = entry.cost.samples;
    }
  }
  std::vector<FunctionCost> ranking;
  for (const Row& row : rows) {
    if (row.cost.samples == 0) continue;
    const Function& function = symbolized.functions[row.leader];
    ranking.push_back({function.name, function.raw_name, symbolized.modules[function.module].path,
                       function.declaration_file, function.declaration_line,
                       row.physical_samples == 0, row.cost.samples, row.cost.time_ms(),
                       user_code.is_user(row.leader)});
  }
  std::sort(ranking.begin(), ranking.end(), [](const FunctionCost& a, const FunctionCost& b) {
    return std::tie(b.samples, a.symbol, a.module) < std::tie(a.samples, b.symbol, b.module);
  });
  return ranking;
}

}  // namespace cxprof
