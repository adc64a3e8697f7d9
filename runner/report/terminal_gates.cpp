#include "runner/report/terminal_gates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>
#include <string>

#include "runner/report/rows.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

// In words too: colours are not everywhere.
const char* mark_of(BudgetVerdict verdict) {
  switch (verdict) {
    case BudgetVerdict::within:
      return "ok: ";
    case BudgetVerdict::undecided:
      return "undecided: ";
    case BudgetVerdict::over:
    case BudgetVerdict::no_such_function:
      break;
  }
  return "error: ";
}

void write_budget(const BudgetResult& result, const ReportOptions& options, const Style& style,
                  std::ostream& out) {
  std::string text = wrapped(mark_of(result.verdict) + printable(result.text), 2, options.width);
  text.pop_back();
  bool fails =
      result.verdict == BudgetVerdict::over || result.verdict == BudgetVerdict::no_such_function;
  bool undecided = result.verdict == BudgetVerdict::undecided;
  out << (fails ? style.error(text) : undecided ? style.warning(text) : text) << "\n";
}

void write_tracked(const TrackedFunction& function, const Summary& summary,
                   const ReportOptions& options, const Style& style, std::ostream& out) {
  if (!function.found && summary.profiled_samples == 0) {
    out << style.warning(
               "  undecided: without samples it is not known whether there is a function " +
               printable(function.name))
        << "\n";
    return;
  }
  if (!function.found) {
    std::string text = "error: there is no function " + function.name;
    if (!function.nearest.empty()) {
      text +=
          fmt::format("; the nearest {} {}", function.nearest.size() == 1 ? "name is" : "names are",
                      fmt::join(function.nearest, ", "));
    }
    text = wrapped(printable(text), 2, options.width);
    text.pop_back();
    out << style.error(text) << "\n";
    return;
  }
  // The name is the user's own: it is not shortened.
  out << fmt::format(
      "  {:5.1f}%  {:5.1f}%  {:8.1f}%  {}\n", percent_of_profiled(function.user_samples, summary),
      percent_of_profiled(function.self_samples, summary),
      percent_of_profiled(function.inclusive_samples, summary), printable(function.name));
}

}  // namespace

void write_terminal_gates(const Profile& profile, const ReportOptions& options, const Style& style,
                          std::ostream& out) {
  if (!profile.budgets.empty()) {
    out << "\n" << style.heading("Budgets:") << "\n";
    for (const BudgetResult& result : profile.budgets) write_budget(result, options, style, out);
  }
  if (profile.tracked.empty()) return;
  out << "\n" << style.heading("Tracked functions:") << "\n";
  out << "    user    self  inclusive\n";
  for (const TrackedFunction& function : profile.tracked) {
    write_tracked(function, profile.summary, options, style, out);
  }
}

}  // namespace cxprof
