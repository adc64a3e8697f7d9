#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "runner/report/report.h"
#include "tests/unit/report/example_profile.h"
#include "tests/unit/report/schema_check.h"

namespace cxprof {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Profile gated_profile() {
  Profile profile = example_profile();  // 240 profiled samples
  TrackedFunction found{"render_naive", true, {"app::render_naive(int)"}, 165, 0, 225, {}};
  TrackedFunction cold{"cold", true, {}, 0, 0, 0, {}};
  TrackedFunction misspelt{"rendr", false, {}, 0, 0, 0, {"app::render_naive", "main"}};
  profile.tracked = {found, cold, misspelt};
  profile.budgets = {
      {{BudgetKind::user, "render_naive", 40},
       BudgetVerdict::over,
       165,
       68.75,
       58,
       77.8,
       true,
       "render_naive takes 68.8 % of user time (58.0 to 77.8 %), more than its budget of 40 %"},
      {{BudgetKind::self, "cold", 5}, BudgetVerdict::within, 0, 0, 0, 4.3, true, "cold is cold"},
      {{BudgetKind::inclusive, "main", 5},
       BudgetVerdict::undecided,
       0,
       0,
       0,
       100,
       true,
       "who knows"},
      {{BudgetKind::user, "rendr", 5},
       BudgetVerdict::no_such_function,
       0,
       0,
       0,
       100,
       true,
       "what"}};
  return profile;
}

std::string written(const Profile& profile, ReportFormat format, ReportOptions options = {}) {
  std::ostringstream out;
  write_report(profile, format, options, out);
  return out.str();
}

TEST(GatesOnTheTerminal, StandBeforeTheRankings) {
  std::string report = written(gated_profile(), ReportFormat::terminal);
  EXPECT_THAT(report, HasSubstr("\nBudgets:\n"
                                "  error: render_naive takes 68.8 % of user time (58.0 to 77.8 %), "
                                "more than its budget of 40 %\n"
                                "  ok: cold is cold\n"
                                "  undecided: who knows\n"
                                "  error: what\n"
                                "\nTracked functions:\n"
                                "    user    self  inclusive\n"
                                "   68.8%    0.0%      93.8%  render_naive\n"
                                "    0.0%    0.0%       0.0%  cold\n"
                                "  error: there is no function rendr; the nearest names are "
                                "app::render_naive, main\n"
                                "\nTop user time:\n"));
}

TEST(GatesOnTheTerminal, FailingOnesAreRed) {
  ReportOptions options;
  options.color = true;
  std::string report = written(gated_profile(), ReportFormat::terminal, options);
  EXPECT_THAT(report, HasSubstr("\x1B[31m  error: render_naive takes"));
  EXPECT_THAT(report, HasSubstr("\x1B[33m  undecided: who knows"));
  EXPECT_THAT(report, HasSubstr("\n  ok: cold is cold"));
  EXPECT_THAT(report, HasSubstr("\x1B[31m  error: there is no function rendr"));
}

TEST(GatesOnTheTerminal, AreAbsentWhereNoneWereAskedFor) {
  std::string report = written(example_profile(), ReportFormat::terminal);
  EXPECT_THAT(report, Not(HasSubstr("Budgets:")));
  EXPECT_THAT(report, Not(HasSubstr("Tracked functions:")));
}

TEST(GatesInJson, FollowTheSchema) {
  std::ifstream file(CXPROF_PROFILE_SCHEMA);
  nlohmann::json schema = nlohmann::json::parse(file);
  auto report = nlohmann::json::parse(written(gated_profile(), ReportFormat::json));
  EXPECT_THAT(schema_violations(schema, report), IsEmpty());
  const auto& budget = report["budgets"][0];
  EXPECT_EQ(budget["kind"], "user");
  EXPECT_EQ(budget["function"], "render_naive");
  EXPECT_EQ(budget["limit_percent"], 40);
  EXPECT_EQ(budget["verdict"], "over");
  EXPECT_EQ(budget["samples"], 165);
  EXPECT_EQ(budget["low_percent"], 58);
  EXPECT_EQ(report["budgets"][3]["verdict"], "no_such_function");
  const auto& tracked = report["tracked"];
  EXPECT_EQ(tracked[0]["user_percent"], 68.75);
  EXPECT_EQ(tracked[0]["inclusive_samples"], 225);
  EXPECT_EQ(tracked[0]["symbols"][0], "app::render_naive(int)");
  EXPECT_EQ(tracked[1]["found"], true);
  EXPECT_EQ(tracked[2]["found"], false);
  EXPECT_EQ(tracked[2]["nearest_names"][0], "app::render_naive");
  report["budgets"][0]["verdict"] = "perhaps";
  report["tracked"][0].erase("found");
  EXPECT_EQ(schema_violations(schema, report).size(), 2U);
}

}  // namespace
}  // namespace cxprof
