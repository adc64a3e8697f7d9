#include "runner/compare/add_counts.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "runner/analyze/observations.h"

namespace cxprof {
namespace {

void add(Summary& sum, const Summary& run) {
  sum.observed_samples += run.observed_samples;
  sum.non_running_samples += run.non_running_samples;
  sum.running_samples += run.running_samples;
  sum.profiled_samples += run.profiled_samples;
  sum.missing_stack_samples += run.missing_stack_samples;
  sum.profiled_time_ms += run.profiled_time_ms;
}

auto key(const FunctionCost& cost) { return std::tie(cost.symbol, cost.module); }
auto key(const AttributedCost& cost) {
  return std::tie(cost.user_symbol, cost.runtime_symbol, cost.user_module, cost.runtime_module);
}
auto key(const LineCost& cost) { return std::tie(cost.file, cost.line, cost.symbol); }

void merge_facts(FunctionCost& sum, const FunctionCost& run) {
  sum.inlined = sum.inlined && run.inlined;
  if (sum.mangled_symbol.empty()) sum.mangled_symbol = run.mangled_symbol;
  if (!sum.file.empty()) return;
  sum.file = run.file;
  sum.line = run.line;
}
void merge_facts(AttributedCost&, const AttributedCost&) {}
void merge_facts(LineCost&, const LineCost&) {}

// Rows with one key become one; ordered by samples, then by key, as each ranking is.
template <typename Row>
void add(std::vector<Row>& sum, const std::vector<Row>& run) {
  std::map<decltype(key(sum.front())), std::size_t> places;
  std::vector<Row> rows = sum;
  for (std::size_t i = 0; i < sum.size(); ++i) places.emplace(key(sum[i]), i);
  for (const Row& row : run) {
    auto known = places.find(key(row));
    if (known == places.end()) {
      rows.push_back(row);
      continue;
    }
    Row& total = rows[known->second];
    total.samples += row.samples;
    total.time_ms += row.time_ms;
    merge_facts(total, row);
  }
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return a.samples != b.samples ? a.samples > b.samples : key(a) < key(b);
  });
  sum = std::move(rows);
}

void add(DataQuality& sum, const DataQuality& run) {
  sum.unsymbolized_leaves += run.unsymbolized_leaves;
  sum.unknown_object_leaves += run.unknown_object_leaves;
  sum.truncated_stacks += run.truncated_stacks;
  sum.no_unwind_info_stacks += run.no_unwind_info_stacks;
  sum.unreadable_stacks += run.unreadable_stacks;
  sum.depth_limited_stacks += run.depth_limited_stacks;
  sum.without_user_frame += run.without_user_frame;
  sum.user_frame_unknown += run.user_frame_unknown;
  sum.kernel_samples += run.kernel_samples;
  sum.lost_samples += run.lost_samples;
  sum.throttle_records += run.throttle_records;
  std::vector<std::string>& left_out = sum.inclusive_symbols_suppressed_from_ranking;
  std::set<std::string> names(left_out.begin(), left_out.end());
  names.insert(run.inclusive_symbols_suppressed_from_ranking.begin(),
               run.inclusive_symbols_suppressed_from_ranking.end());
  left_out.assign(names.begin(), names.end());
}

}  // namespace

void add_counts(Profile& sum, const Profile& run) {
  add(sum.summary, run.summary);
  Rankings& rankings = sum.rankings;
  add(rankings.self_time, run.rankings.self_time);
  add(rankings.user_time, run.rankings.user_time);
  add(rankings.inclusive_time, run.rankings.inclusive_time);
  add(rankings.runtime_leaf_attributed_to_user, run.rankings.runtime_leaf_attributed_to_user);
  add(rankings.hot_lines, run.rankings.hot_lines);
  rankings.callers_available = rankings.callers_available && run.rankings.callers_available;
  add(sum.data_quality, run.data_quality);
  sum.observations = observe(rankings, sum.summary);
}

}  // namespace cxprof
