#include "runner/compare/gates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "runner/compare/function_lookup.h"
#include "runner/compare/function_samples.h"
#include "runner/compare/wilson.h"

namespace cxprof {
namespace {

const char* ranking_words(BudgetKind kind) {
  switch (kind) {
    case BudgetKind::user:
      return "user time";
    case BudgetKind::self:
      return "self time";
    case BudgetKind::inclusive:
      break;
  }
  return "inclusive time";
}

std::string nearest_words(const std::vector<std::string>& nearest) {
  if (nearest.empty()) return "no function of the program has a name like it";
  return fmt::format("the nearest {} {}", nearest.size() == 1 ? "name is" : "names are",
                     fmt::join(nearest, ", "));
}

bool contains(const std::vector<std::string>& sorted, const std::string& symbol) {
  return std::binary_search(sorted.begin(), sorted.end(), symbol);
}

/// One budget against one profile.
class Judge {
 public:
  Judge(const Profile& profile, const FunctionLookup& lookup, std::span<const Profile> repetitions)
      : profile_(profile), lookup_(lookup), repetitions_(repetitions) {}

  BudgetResult judge(const Budget& budget) const {
    BudgetResult result;
    result.budget = budget;
    if (profile_.summary.profiled_samples == 0) {
      result.text = fmt::format(
          "whether {} keeps its budget of {} % of {} is undecided: the profile has no samples",
          budget.function, budget.limit_percent, ranking_words(budget.kind));
      return result;
    }
    FunctionMatch match = lookup_.find(budget.function);
    if (auto reason = never_exceeded(budget, match)) {
      result.verdict = BudgetVerdict::no_such_function;
      result.text =
          fmt::format("{}, so its budget of {} % of {} could never be exceeded; {}", reason->clause,
                      budget.limit_percent, ranking_words(budget.kind), reason->advice);
      return result;
    }
    if (budget.kind == BudgetKind::inclusive && !profile_.rankings.callers_available) {
      result.repeatable = false;
      result.text = fmt::format(
          "whether {} keeps its budget of {} % of inclusive time is undecided: no call stacks were "
          "recorded",
          budget.function, budget.limit_percent);
      return result;
    }
    measure(match, result);
    return result;
  }

 private:
  struct Reason {
    std::string clause;
    std::string advice;
  };

  // Absent: the budget can be exceeded.
  [[nodiscard]] std::optional<Reason> never_exceeded(const Budget& budget,
                                                     const FunctionMatch& match) const {
    const std::string& name = budget.function;
    if (!match.found) {
      return Reason{fmt::format("there is no function {}", name),
                    nearest_words(lookup_.nearest(name))};
    }
    FunctionSamples samples = samples_of(profile_, {}, match.symbols);
    if (budget.kind == BudgetKind::self && samples.self == 0 && only_inlined(match)) {
      return Reason{
          fmt::format("{} has samples only where it was inlined into other functions", name),
          "--max-user (MAX_USER) sees it"};
    }
    if (budget.kind == BudgetKind::user && samples.user == 0 && is_runtime(match)) {
      return Reason{fmt::format("{} is not user code", name),
                    "--max-self and --max-inclusive (MAX_SELF, MAX_INCLUSIVE) see it"};
    }
    if (budget.kind == BudgetKind::user && samples.user == 0 &&
        share_of(samples.self).low > budget.limit_percent / 100) {
      return Reason{fmt::format("{} has self time, but all of it is user time of functions that "
                                "were inlined into it",
                                name),
                    "--max-self and --max-inclusive (MAX_SELF, MAX_INCLUSIVE) see it"};
    }
    if (budget.kind == BudgetKind::inclusive && samples.inclusive == 0 && is_entry_point(match)) {
      return Reason{fmt::format("{} is an entry point, which has no inclusive time", name),
                    "give a budget to what it calls"};
    }
    return std::nullopt;
  }

  // Every row that it has is one of inlined copies.
  [[nodiscard]] bool only_inlined(const FunctionMatch& match) const {
    bool any = false;
    for (const auto* ranking : {&profile_.rankings.user_time, &profile_.rankings.inclusive_time}) {
      for (const FunctionCost& cost : *ranking) {
        if (!contains(match.symbols, cost.symbol)) continue;
        any = true;
        if (!cost.inlined) return false;
      }
    }
    return any;
  }

  [[nodiscard]] bool is_runtime(const FunctionMatch& match) const {
    bool any = false;
    for (const auto* ranking : {&profile_.rankings.self_time, &profile_.rankings.inclusive_time}) {
      for (const FunctionCost& cost : *ranking) {
        if (!contains(match.symbols, cost.symbol)) continue;
        any = true;
        if (cost.user_code) return false;
      }
    }
    return any;
  }

  [[nodiscard]] bool is_entry_point(const FunctionMatch& match) const {
    const auto& suppressed = profile_.data_quality.inclusive_symbols_suppressed_from_ranking;
    return std::any_of(suppressed.begin(), suppressed.end(),
                       [&](const std::string& symbol) { return contains(match.symbols, symbol); });
  }

  [[nodiscard]] ShareInterval share_of(std::uint64_t samples) const {
    return wilson_interval(samples, profile_.summary.profiled_samples);
  }

  void measure(const FunctionMatch& match, BudgetResult& result) const {
    const Budget& budget = result.budget;
    FunctionSamples samples = samples_of(profile_, repetitions_, match.symbols);
    result.samples = budget.kind == BudgetKind::user   ? samples.user
                     : budget.kind == BudgetKind::self ? samples.self
                                                       : samples.inclusive;
    ShareInterval interval = share_of(result.samples);
    result.percent = 100 * interval.share;
    result.low_percent = 100 * interval.low;
    result.high_percent = 100 * interval.high;
    // No number of samples could show that a share is 0 exactly.
    bool keeps_zero = budget.limit_percent <= 0 && result.samples == 0;
    std::string verdict;
    if (result.high_percent <= budget.limit_percent || keeps_zero) {
      result.verdict = BudgetVerdict::within;
      verdict = fmt::format("within its budget of {} %", budget.limit_percent);
    } else if (result.low_percent > budget.limit_percent) {
      result.verdict = BudgetVerdict::over;
      verdict = fmt::format("more than its budget of {} %", budget.limit_percent);
    } else {
      verdict = fmt::format("too near to its budget of {} % to decide from {} samples",
                            budget.limit_percent, profile_.summary.profiled_samples);
    }
    result.text = fmt::format("{} takes {:.1f} % of {} ({:.1f} to {:.1f} %), {}", budget.function,
                              result.percent, ranking_words(budget.kind), result.low_percent,
                              result.high_percent, verdict);
  }

  const Profile& profile_;
  const FunctionLookup& lookup_;
  std::span<const Profile> repetitions_;
};

TrackedFunction track(const std::string& name, const Profile& profile, const FunctionLookup& lookup,
                      std::span<const Profile> repetitions) {
  FunctionMatch match = lookup.find(name);
  TrackedFunction tracked;
  tracked.name = name;
  tracked.found = match.found;
  FunctionSamples samples = samples_of(profile, repetitions, match.symbols);
  tracked.user_samples = samples.user;
  tracked.self_samples = samples.self;
  tracked.inclusive_samples = samples.inclusive;
  tracked.symbols = std::move(match.symbols);
  if (!match.found) tracked.nearest = lookup.nearest(name);
  return tracked;
}

}  // namespace

void evaluate_gates(Profile& profile, const GateRequest& request,
                    std::span<const Profile> repetitions) {
  FunctionLookup lookup(profile);
  Judge judge(profile, lookup, repetitions);
  profile.tracked.clear();
  for (const std::string& name : request.tracked) {
    profile.tracked.push_back(track(name, profile, lookup, repetitions));
  }
  profile.budgets.clear();
  for (const Budget& budget : request.budgets) profile.budgets.push_back(judge.judge(budget));
}

GateOutcome gate_outcome(const Profile& profile) {
  GateOutcome outcome;
  bool has_samples = profile.summary.profiled_samples > 0;
  for (const TrackedFunction& tracked : profile.tracked) {
    if (tracked.found) continue;
    if (has_samples) {
      outcome.failures.push_back(fmt::format("there is no function {} to track; {}", tracked.name,
                                             nearest_words(tracked.nearest)));
    } else {
      outcome.undecided.push_back(fmt::format(
          "whether there is a function {} to track is undecided: the profile has no samples",
          tracked.name));
    }
  }
  for (const BudgetResult& result : profile.budgets) {
    if (result.verdict == BudgetVerdict::undecided) outcome.undecided.push_back(result.text);
    if (result.verdict == BudgetVerdict::over ||
        result.verdict == BudgetVerdict::no_such_function) {
      outcome.failures.push_back(result.text);
    }
  }
  return outcome;
}

bool more_samples_needed(const Profile& profile) {
  bool failed = std::any_of(profile.budgets.begin(), profile.budgets.end(), [](const auto& r) {
    return r.verdict == BudgetVerdict::over || r.verdict == BudgetVerdict::no_such_function;
  });
  return !failed && profile.summary.profiled_samples > 0 &&
         std::any_of(profile.budgets.begin(), profile.budgets.end(), [](const BudgetResult& r) {
           return r.verdict == BudgetVerdict::undecided && r.repeatable;
         });
}

}  // namespace cxprof
