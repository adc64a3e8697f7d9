#include "runner/merge/ranking_sums.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace cxprof {
namespace {

struct Sum {
  std::uint64_t samples = 0;
  std::vector<double> times_ms;

  template <typename Row>
  void add(const Row& row) {
    samples += row.samples;
    times_ms.push_back(row.time_ms);
  }
};

// What the runs say about one thing in different ways, each with the samples behind it.
template <typename Variant>
class Majority {
 public:
  void add(const Variant& variant, std::uint64_t samples) { samples_[variant] += samples; }

  /// The one with most samples; of equals the first by its own order.
  [[nodiscard]] const Variant& winner() const {
    return std::max_element(samples_.begin(), samples_.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
  }

 private:
  std::map<Variant, std::uint64_t> samples_;
};

struct FunctionSum : Sum {
  Majority<std::tuple<std::string_view, std::string_view, std::uint32_t>> names;
  bool inlined = true;
  bool user_code = false;
};

std::vector<FunctionCost> sum_functions(const Runs& runs,
                                        std::vector<FunctionCost> Rankings::*ranking) {
  std::map<std::pair<std::string_view, std::string_view>, FunctionSum> rows;
  for (const ExecutableProfile* run : runs) {
    for (const FunctionCost& cost : run->rankings.*ranking) {
      FunctionSum& row = rows[{cost.symbol, cost.module}];
      row.add(cost);
      row.names.add({cost.mangled_symbol, cost.file, cost.line}, cost.samples);
      row.inlined = row.inlined && cost.inlined;
      row.user_code = row.user_code || cost.user_code;
    }
  }
  std::vector<FunctionCost> sums;
  sums.reserve(rows.size());
  for (auto& [key, row] : rows) {
    const auto& [mangled, file, line] = row.names.winner();
    sums.push_back({std::string(key.first), std::string(mangled), std::string(key.second),
                    std::string(file), line, row.inlined, row.samples,
                    ordered_sum(std::move(row.times_ms)), row.user_code});
  }
  // The map's order (symbol, module) stands among equals.
  std::stable_sort(sums.begin(), sums.end(), [](const FunctionCost& a, const FunctionCost& b) {
    return a.samples > b.samples;
  });
  return sums;
}

struct PairSum : Sum {
  Majority<std::pair<std::string_view, std::string_view>> names;
};

std::vector<AttributedCost> sum_pairs(const Runs& runs) {
  // User symbol, runtime symbol, user module, runtime module: the ranking's order among equals.
  std::map<std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>,
           PairSum>
      rows;
  for (const ExecutableProfile* run : runs) {
    for (const AttributedCost& cost : run->rankings.runtime_leaf_attributed_to_user) {
      PairSum& row =
          rows[{cost.user_symbol, cost.runtime_symbol, cost.user_module, cost.runtime_module}];
      row.add(cost);
      row.names.add({cost.user_mangled_symbol, cost.runtime_mangled_symbol}, cost.samples);
    }
  }
  std::vector<AttributedCost> sums;
  sums.reserve(rows.size());
  for (auto& [key, row] : rows) {
    const auto& [user, runtime, user_module, runtime_module] = key;
    const auto& [user_mangled, runtime_mangled] = row.names.winner();
    sums.push_back({std::string(user), std::string(user_mangled), std::string(user_module),
                    std::string(runtime), std::string(runtime_mangled), std::string(runtime_module),
                    row.samples, ordered_sum(std::move(row.times_ms))});
  }
  std::stable_sort(sums.begin(), sums.end(), [](const AttributedCost& a, const AttributedCost& b) {
    return a.samples > b.samples;
  });
  return sums;
}

std::vector<LineCost> sum_lines(const Runs& runs) {
  std::map<std::tuple<std::string_view, std::uint32_t, std::string_view>, Sum> rows;
  for (const ExecutableProfile* run : runs) {
    for (const LineCost& cost : run->rankings.hot_lines) {
      rows[{cost.file, cost.line, cost.symbol}].add(cost);
    }
  }
  std::vector<LineCost> sums;
  sums.reserve(rows.size());
  for (auto& [key, row] : rows) {
    const auto& [file, line, symbol] = key;
    sums.push_back({std::string(file), line, std::string(symbol), row.samples,
                    ordered_sum(std::move(row.times_ms))});
  }
  std::stable_sort(sums.begin(), sums.end(),
                   [](const LineCost& a, const LineCost& b) { return a.samples > b.samples; });
  return sums;
}

}  // namespace

double ordered_sum(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  double sum = 0;
  for (double number : numbers) sum += number;
  return sum;
}

Rankings sum_rankings(const Runs& runs) {
  Rankings sums;
  sums.self_time = sum_functions(runs, &Rankings::self_time);
  sums.user_time = sum_functions(runs, &Rankings::user_time);
  sums.inclusive_time = sum_functions(runs, &Rankings::inclusive_time);
  sums.runtime_leaf_attributed_to_user = sum_pairs(runs);
  sums.hot_lines = sum_lines(runs);
  sums.callers_available =
      runs.empty() || std::any_of(runs.begin(), runs.end(), [](const ExecutableProfile* run) {
        return run->rankings.callers_available;
      });
  return sums;
}

Summary sum_summaries(const Runs& runs) {
  Summary sum;
  std::vector<double> times_ms;
  std::set<double> weights;
  for (const ExecutableProfile* run : runs) {
    const Summary& summary = run->summary;
    sum.observed_samples += summary.observed_samples;
    sum.non_running_samples += summary.non_running_samples;
    sum.running_samples += summary.running_samples;
    sum.profiled_samples += summary.profiled_samples;
    sum.missing_stack_samples += summary.missing_stack_samples;
    times_ms.push_back(summary.profiled_time_ms);
    weights.insert(summary.sample_weight_ms);
  }
  sum.profiled_time_ms = ordered_sum(std::move(times_ms));
  // Runs at other frequencies: what a sample stands for on average.
  if (weights.size() == 1) {
    sum.sample_weight_ms = *weights.begin();
  } else if (sum.profiled_samples > 0) {
    sum.sample_weight_ms = sum.profiled_time_ms / static_cast<double>(sum.profiled_samples);
  }
  return sum;
}

DataQuality sum_qualities(const Runs& runs) {
  DataQuality sum;
  std::set<std::string> suppressed;
  for (const ExecutableProfile* run : runs) {
    const DataQuality& quality = run->data_quality;
    for (auto counter : {&DataQuality::unsymbolized_leaves, &DataQuality::unknown_object_leaves,
                         &DataQuality::truncated_stacks, &DataQuality::no_unwind_info_stacks,
                         &DataQuality::unreadable_stacks, &DataQuality::depth_limited_stacks,
                         &DataQuality::without_user_frame, &DataQuality::user_frame_unknown,
                         &DataQuality::kernel_samples, &DataQuality::lost_samples,
                         &DataQuality::throttle_records}) {
      sum.*counter += quality.*counter;
    }
    suppressed.insert(quality.inclusive_symbols_suppressed_from_ranking.begin(),
                      quality.inclusive_symbols_suppressed_from_ranking.end());
  }
  sum.inclusive_symbols_suppressed_from_ranking.assign(suppressed.begin(), suppressed.end());
  return sum;
}

}  // namespace cxprof
