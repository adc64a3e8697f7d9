#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "runner/command_line/verb_parsers.h"
#include "runner/support/error.h"

namespace cxprof {
namespace {

bool says_yes(const char* text) {
  if (text == nullptr) return false;
  std::string word = text;
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return word == "1" || word == "on" || word == "true" || word == "yes" || word == "y";
}

std::string_view without_blanks_around(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

Budget to_budget(const char* option, BudgetKind kind, std::string_view text) {
  // The last one: "operator==40%" is a budget for operator=.
  std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos) {
    fail("{} {} has no limit: write NAME=PERCENT, as in render=40%", option, text);
  }
  std::string_view name = without_blanks_around(text.substr(0, equals));
  std::string_view limit = without_blanks_around(text.substr(equals + 1));
  if (name.empty()) fail("{} {} names no function: write NAME=PERCENT", option, text);
  std::string_view number = limit;
  if (number.ends_with('%')) number = without_blanks_around(number.substr(0, number.size() - 1));
  double percent = 0;
  auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), percent);
  bool whole = error == std::errc() && end == number.data() + number.size();
  if (!whole || !(percent >= 0 && percent <= 100)) {
    fail("{} {}: the limit \"{}\" is no percentage between 0 and 100", option, text, limit);
  }
  return {kind, std::string(name), percent};
}

}  // namespace

void add_gate_options(CLI::App& verb, GateArguments& arguments) {
  auto add = [&](const char* option, std::vector<std::string>& values, const char* type,
                 const char* text) {
    verb.add_option(option, values, text)->type_name(type)->allow_extra_args(false);
  };
  add("--track", arguments.track, "NAME",
      "Report this function's shares, fail if there is none; may be repeated");
  add("--max-user", arguments.max_user, "NAME=PERCENT",
      "Fail (status 1) if the function takes more of the user time; may be repeated");
  add("--max-self", arguments.max_self, "NAME=PERCENT", "The same for self time");
  add("--max-inclusive", arguments.max_inclusive, "NAME=PERCENT", "The same for inclusive time");
  verb.add_flag("--strict", arguments.strict,
                "An undecided budget is a failure, too (CXPROF_STRICT=1)");
  verb.add_option("--repeat-within", arguments.repeat_within_seconds,
                  "Seconds in which the program may run again for samples that decide a budget, 0 "
                  "for never (60)")
      ->type_name("SECONDS")
      ->check(CLI::NonNegativeNumber);
}

void to_gates(const GateArguments& arguments, RunOptions& run) {
  for (const std::string& name : arguments.track) {
    if (without_blanks_around(name).empty()) fail("--track needs the name of a function");
    run.gates.tracked.emplace_back(without_blanks_around(name));
  }
  for (const std::string& text : arguments.max_user)
    run.gates.budgets.push_back(to_budget("--max-user", BudgetKind::user, text));
  for (const std::string& text : arguments.max_self)
    run.gates.budgets.push_back(to_budget("--max-self", BudgetKind::self, text));
  for (const std::string& text : arguments.max_inclusive)
    run.gates.budgets.push_back(to_budget("--max-inclusive", BudgetKind::inclusive, text));
  run.strict = arguments.strict || says_yes(std::getenv("CXPROF_STRICT"));
  double seconds = arguments.repeat_within_seconds;
  if (!std::isfinite(seconds) || seconds > 1e9) {
    fail("--repeat-within must be a number of seconds, at most 1000000000");
  }
  run.repeat_within = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
  run.analysis.defined_functions = !run.gates.empty();
}

}  // namespace cxprof
