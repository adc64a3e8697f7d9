#include "runner/report/json_parts.h"
#include "runner/report/rows.h"

namespace cxprof::json {
namespace {

const char* name_of(BudgetKind kind) {
  switch (kind) {
    case BudgetKind::user:
      return "user";
    case BudgetKind::self:
      return "self";
    case BudgetKind::inclusive:
      break;
  }
  return "inclusive";
}

const char* name_of(BudgetVerdict verdict) {
  switch (verdict) {
    case BudgetVerdict::within:
      return "within";
    case BudgetVerdict::over:
      return "over";
    case BudgetVerdict::undecided:
      return "undecided";
    case BudgetVerdict::no_such_function:
      break;
  }
  return "no_such_function";
}

}  // namespace

Json budgets(const Profile& profile) {
  Json entries = Json::array();
  for (const BudgetResult& result : profile.budgets) {
    entries.push_back({{"kind", name_of(result.budget.kind)},
                       {"function", result.budget.function},
                       {"limit_percent", result.budget.limit_percent},
                       {"verdict", name_of(result.verdict)},
                       {"samples", result.samples},
                       {"percent_of_profiled_samples", result.percent},
                       {"low_percent", result.low_percent},
                       {"high_percent", result.high_percent},
                       {"text", result.text}});
  }
  return entries;
}

Json tracked(const Profile& profile) {
  Json entries = Json::array();
  auto percent = [&](std::uint64_t samples) {
    return percent_of_profiled(samples, profile.summary);
  };
  for (const TrackedFunction& function : profile.tracked) {
    entries.push_back({{"name", function.name},
                       {"found", function.found},
                       {"symbols", function.symbols},
                       {"user_samples", function.user_samples},
                       {"user_percent", percent(function.user_samples)},
                       {"self_samples", function.self_samples},
                       {"self_percent", percent(function.self_samples)},
                       {"inclusive_samples", function.inclusive_samples},
                       {"inclusive_percent", percent(function.inclusive_samples)},
                       {"nearest_names", function.nearest}});
  }
  return entries;
}

}  // namespace cxprof::json
