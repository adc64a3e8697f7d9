#include "runner/report/json_parts.h"

namespace cxprof::json {
namespace {

Json function_ranking(const std::vector<FunctionCost>& ranking, const Summary& summary) {
  Json entries = Json::array();
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const FunctionCost& cost = ranking[i];
    Json entry = {{"rank", i + 1},
                  {"symbol", cost.symbol},
                  {"mangled_symbol", text_or_null(cost.mangled_symbol)},
                  {"module", cost.module},
                  {"file", text_or_null(cost.file)},
                  {"line", cost.line == 0 ? Json() : Json(cost.line)},
                  {"inlined", cost.inlined},
                  {"user_code", cost.user_code}};
    add_numbers(entry, cost.samples, cost.time_ms, summary);
    entries.push_back(std::move(entry));
  }
  return entries;
}

Json attribution(const std::vector<AttributedCost>& ranking, const Summary& summary) {
  Json entries = Json::array();
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const AttributedCost& cost = ranking[i];
    Json entry = {{"rank", i + 1},
                  {"user_symbol", cost.user_symbol},
                  {"user_mangled_symbol", text_or_null(cost.user_mangled_symbol)},
                  {"user_module", cost.user_module},
                  {"runtime_symbol", cost.runtime_symbol},
                  {"runtime_mangled_symbol", text_or_null(cost.runtime_mangled_symbol)},
                  {"runtime_module", cost.runtime_module}};
    add_numbers(entry, cost.samples, cost.time_ms, summary);
    entries.push_back(std::move(entry));
  }
  return entries;
}

Json hot_lines(const std::vector<LineCost>& ranking, const Summary& summary) {
  Json entries = Json::array();
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const LineCost& cost = ranking[i];
    Json entry = {
        {"rank", i + 1}, {"file", cost.file}, {"line", cost.line}, {"symbol", cost.symbol}};
    add_numbers(entry, cost.samples, cost.time_ms, summary);
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace

Json rankings(const Rankings& rankings, const Summary& summary) {
  return {{"callers_available", rankings.callers_available},
          {"self_time", function_ranking(rankings.self_time, summary)},
          {"user_time", function_ranking(rankings.user_time, summary)},
          {"inclusive_time", function_ranking(rankings.inclusive_time, summary)},
          {"runtime_leaf_attributed_to_user",
           attribution(rankings.runtime_leaf_attributed_to_user, summary)},
          {"hot_lines", hot_lines(rankings.hot_lines, summary)}};
}

Json analysis_notes() {
  return {
      "self_time: each sample belongs to the function that was executing (the true leaf), runtime "
      "and kernel included; inlined functions count for the function they were inlined into.",
      "user_time: each sample belongs to the innermost frame of the user's own code on its stack, "
      "inlined frames included; \"inlined\" says that all its samples were in inlined copies.",
      "inclusive_time: each sample belongs once to every function on its stack, recursion once; "
      "entry points and test runners are left out and listed in data_quality.",
      "runtime_leaf_attributed_to_user: samples whose leaf is runtime code, by the pair of "
      "innermost user function and that leaf; all of the kernel stands as [kernel].",
      "percent_of_profiled_samples: share of summary.profiled_samples, the base of every "
      "percentage; samples without a user function are counted in data_quality.",
      "time_ms is CPU time estimated from samples, not wall time; never quote it as the program's "
      "speed: time unprofiled runs for that.",
      "budgets: a function's share of summary.profiled_samples with Wilson's score interval at "
      "99.9 "
      "%; over when the whole interval lies above the limit, within when all of it lies at or "
      "below. tracked: all functions that the name stands for, added up; in inclusive_samples a "
      "sample counts once.",
      "mangled_symbol is the symbol-table name of the clone with most samples; clones (.cold, "
      ".constprop.N, .isra.N, .part.N) are added up."};
}

}  // namespace cxprof::json
