#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cxprof {

/// Which ranking a budget limits a share of.
enum class BudgetKind { user, self, inclusive };

/// "This function may take at most so much of the profile" (--max-user render=40%).
struct Budget {
  BudgetKind kind = BudgetKind::user;
  std::string function;      ///< As the user wrote it; see analyze/function_pattern.h.
  double limit_percent = 0;  ///< Of the profiled samples, 0..100.

  bool operator==(const Budget&) const = default;
};

/// What the user asked to be watched (--track, --max-user, …).
struct GateRequest {
  std::vector<std::string> tracked;  ///< Functions, as the user wrote them.
  std::vector<Budget> budgets;

  [[nodiscard]] bool empty() const { return tracked.empty() && budgets.empty(); }
};

/// A function that the user tracks, found in the profile. Overloads, clones and instantiations that
/// the name stands for are added up.
struct TrackedFunction {
  std::string name;                  ///< As the user wrote it.
  bool found = false;                ///< The program has such a function, be it without a sample.
  std::vector<std::string> symbols;  ///< What the name stands for among the ranked functions.
  std::uint64_t user_samples = 0;
  std::uint64_t self_samples = 0;
  std::uint64_t inclusive_samples = 0;
  std::vector<std::string> nearest;  ///< Not found: names like it, the most alike first.
};

enum class BudgetVerdict {
  within,            ///< The whole interval lies at or below the limit.
  over,              ///< The whole interval lies above the limit.
  undecided,         ///< The limit lies inside the interval, or there are no samples.
  no_such_function,  ///< A budget that could never be exceeded: a failure.
};

/// What a profile says about a budget.
struct BudgetResult {
  Budget budget;
  BudgetVerdict verdict = BudgetVerdict::undecided;
  std::uint64_t samples = 0;  ///< Of the function, in the budget's ranking.
  double percent = 0;         ///< Its share of the profiled samples.
  double low_percent = 0;     ///< Confidence interval of the share (compare/wilson.h).
  double high_percent = 100;
  /// More samples could decide it; false with a verdict `undecided`: no call stacks were recorded.
  bool repeatable = true;
  std::string text;  ///< One sentence: function, share with interval, budget, verdict.
};

}  // namespace cxprof
