#include "runner/report/ctest_tables.h"

#include <fmt/format.h>

#include <cstddef>

#include "runner/report/rows.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

constexpr std::size_t most_bytes = 1024 * 1024;

class Tables {
 public:
  Tables(const Profile& profile, const std::string& attached)
      : profile_(profile), attached_(attached.empty() ? "profile.json" : attached) {}

  // `row` gives a row's text behind its numbers.
  template <typename Cost, typename Row>
  [[nodiscard]] std::string text(const std::vector<Cost>& ranking, const char* nothing,
                                 Row row) const {
    if (ranking.empty()) return std::string(nothing) + "\n";
    std::string text;
    for (std::size_t i = 0; i < ranking.size(); ++i) {
      std::string line = numbers(ranking[i].samples, ranking[i].time_ms) + row(ranking[i]) + "\n";
      if (text.size() + line.size() > most_bytes) {
        std::size_t rest = ranking.size() - i;
        return text +
               fmt::format("... {} {} more in {}\n", rest, rest == 1 ? "row" : "rows", attached_);
      }
      text += line;
    }
    return text;
  }

  [[nodiscard]] std::string functions(const std::vector<FunctionCost>& ranking,
                                      const char* nothing) const {
    return text(ranking, nothing, [&](const FunctionCost& cost) {
      return printable(cost.symbol) + object_suffix(cost.symbol, cost.module, profile_.target) +
             (cost.inlined ? " (inlined)" : "");
    });
  }

  [[nodiscard]] std::string attribution(const char* nothing) const {
    return text(profile_.rankings.runtime_leaf_attributed_to_user, nothing,
                [&](const AttributedCost& cost) {
                  return printable(cost.user_symbol) + " <- " + printable(cost.runtime_symbol) +
                         object_suffix(cost.runtime_symbol, cost.runtime_module, profile_.target);
                });
  }

  [[nodiscard]] std::string lines(const char* nothing) const {
    return text(profile_.rankings.hot_lines, nothing, [](const LineCost& cost) {
      return fmt::format("{}:{}  {}", printable(cost.file), cost.line, printable(cost.symbol));
    });
  }

 private:
  // As on the terminal: share of the profiled samples, milliseconds where the event counts time.
  [[nodiscard]] std::string numbers(std::uint64_t samples, double time_ms) const {
    double percent = percent_of_profiled(samples, profile_.summary);
    if (!profile_.event.counts_time) return fmt::format("{:5.1f}% {:8}  ", percent, samples);
    return fmt::format("{:5.1f}% {:8.2f}ms {:6}  ", percent, time_ms, samples);
  }

  const Profile& profile_;
  std::string attached_;
};

}  // namespace

std::vector<CTestTable> ctest_tables(const Profile& profile, const std::string& attached) {
  const Rankings& rankings = profile.rankings;
  const char* no_callers = "not available: no call stacks were recorded";
  bool callers = rankings.callers_available;
  Tables tables(profile, attached);
  return {{"cxprof.user_time", tables.functions(rankings.user_time, "no samples in user code")},
          {"cxprof.self_time", tables.functions(rankings.self_time, "no samples")},
          {"cxprof.inclusive_time",
           tables.functions(rankings.inclusive_time, callers ? "no samples" : no_callers)},
          {"cxprof.runtime_leaf_attributed_to_user",
           tables.attribution(callers ? "no attributed runtime leaf samples" : no_callers)},
          {"cxprof.hot_lines", tables.lines("no samples in user code with line numbers")}};
}

}  // namespace cxprof
