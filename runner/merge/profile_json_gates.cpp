#include "runner/merge/profile_json.h"

namespace cxprof {
namespace {

// In the order of the enumerations; as report/json_gates.cpp writes them.
constexpr std::array<const char*, 3> budget_kinds{"user", "self", "inclusive"};
constexpr std::array<const char*, 4> verdicts{"within", "over", "undecided", "no_such_function"};

}  // namespace

std::vector<BudgetResult> budgets_in(const JsonField& field) {
  std::vector<BudgetResult> budgets;
  for (const JsonField& entry : field.items()) {
    BudgetResult& result = budgets.emplace_back();
    result.budget = {word_in<BudgetKind>(entry.at("kind"), budget_kinds),
                     entry.at("function").text(), entry.at("limit_percent").number()};
    result.verdict = word_in<BudgetVerdict>(entry.at("verdict"), verdicts);
    result.samples = entry.at("samples").count();
    result.percent = entry.at("percent_of_profiled_samples").number();
    result.low_percent = entry.at("low_percent").number();
    result.high_percent = entry.at("high_percent").number();
    result.text = entry.at("text").text();
  }
  return budgets;
}

std::vector<TrackedFunction> tracked_in(const JsonField& field) {
  std::vector<TrackedFunction> tracked;
  for (const JsonField& entry : field.items()) {
    TrackedFunction& function = tracked.emplace_back();
    function.name = entry.at("name").text();
    function.found = entry.at("found").flag();
    function.symbols = entry.at("symbols").texts();
    function.user_samples = entry.at("user_samples").count();
    function.self_samples = entry.at("self_samples").count();
    function.inclusive_samples = entry.at("inclusive_samples").count();
    function.nearest = entry.at("nearest_names").texts();
  }
  return tracked;
}

}  // namespace cxprof
