#include "runner/report/ctest_report.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "runner/analyze/analyze.h"
#include "runner/report/ctest_tables.h"
#include "runner/report/report.h"
#include "tests/unit/report/example_profile.h"
#include "tests/unit/report/golden.h"
#include "tests/unit/report/scratch_directory.h"

namespace cxprof {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string tags(const Profile& profile) {
  std::ostringstream out;
  write_report(profile, ReportFormat::ctest, {}, out);
  return out.str();
}

BudgetResult budget(BudgetVerdict verdict, const std::string& text) {
  BudgetResult result;
  result.verdict = verdict;
  result.text = text;
  return result;
}

// Budgets, tracked functions: as the analysis fills them in.
Profile watched_profile() {
  Profile profile = example_profile();
  TrackedFunction found{"app::render*", true, {"app::render_naive"}, 165, 60, 225, {}};
  TrackedFunction lost{"rendr<int>", false, {}, 0, 0, 0, {"app::render_naive"}};
  profile.tracked = {found, lost};
  profile.budgets = {budget(BudgetVerdict::within, "render takes 10 % (9..11 %) <= 40 %."),
                     budget(BudgetVerdict::undecided, "escape takes 10 % (9..11 %), 10 %?")};
  return profile;
}

TEST(CTestReport, Whole) { expect_golden("ctest.txt", tags(watched_profile())); }

TEST(CTestReport, WithoutSamplesAllButTheLeadersIsThere) {
  std::string text = tags(empty_profile());
  EXPECT_THAT(text, HasSubstr("name=\"cxprof.samples\">0<"));
  EXPECT_THAT(text, HasSubstr("name=\"cxprof.cpu_ms\">0<"));
  for (const char* ranking : {"user_time", "self_time", "inclusive_time",
                              "runtime_leaf_attributed_to_user", "hot_lines"}) {
    EXPECT_THAT(text, HasSubstr(fmt::format("name=\"cxprof.{}\">no", ranking)));
  }
  EXPECT_THAT(text, HasSubstr("name=\"cxprof.findings\">"));
  EXPECT_THAT(text, Not(HasSubstr("cxprof.top")));
  EXPECT_THAT(text, EndsWith("</CTestDetails>\n"));
}

TEST(CTestReport, WithoutUserCodeSelfTimeLeads) {
  ProfileBuilder build;
  build.call(100, {build.function("memcpy", build.libc())});
  Profile profile = analyze(build.profile, {});
  ASSERT_TRUE(profile.rankings.user_time.empty());
  EXPECT_THAT(tags(profile), HasSubstr("name=\"cxprof.top1\">memcpy<"));
  EXPECT_EQ(ctest_details_of(profile), "memcpy 100.0 % of self time, 100 samples");
}

// What a stream hands on at each flush.
class Flushes : public std::stringbuf {
 public:
  std::vector<std::string> texts;

 protected:
  int sync() override {
    texts.push_back(str());
    str("");
    return 0;
  }
};

TEST(CTestReport, EachTagIsHandedOnWhole) {
  Flushes flushes;
  std::ostream out(&flushes);
  write_ctest_measurements(watched_profile(), "d", out);
  ASSERT_GE(flushes.texts.size(), 15U);
  for (const std::string& text : flushes.texts) {
    EXPECT_THAT(text, StartsWith("<CTest"));
    EXPECT_THAT(text, EndsWith(">\n"));
    EXPECT_EQ(text.find("<CTest", 1), std::string::npos);
  }
  EXPECT_EQ(flushes.str(), "");
}

TEST(CTestReport, AttachesFilesUnderTheProfilesName) {
  ScratchDirectory directory;
  Profile profile = example_profile();
  profile.detail.recording.name = "a test/1";
  profile.detail.recording.run_directory = directory.path();
  EXPECT_THAT(tags(profile), Not(HasSubstr("CTestMeasurementFile")));
  std::ofstream(directory.path() / "a_test_1.profile.json") << "{}";
  EXPECT_THAT(tags(profile), HasSubstr("name=\"cxprof.profile.json\">" +
                                       (directory.path() / "a_test_1.profile.json").string()));
  EXPECT_THAT(tags(profile), Not(HasSubstr("report.txt")));
}

TEST(CTestReport, EventsThatCountNoTimeHaveNoMilliseconds) {
  ProfileBuilder build;
  build.profile.events[0].name = "cycles";
  build.profile.events[0].counts_time = false;
  build.call(150, {build.user("work")});
  EXPECT_THAT(ctest_tables(analyze(build.profile, {}), "")[0].text, "100.0%      150  work\n");
}

TEST(CTestTables, AnEnormousRankingEndsWithWhatIsLeftOut) {
  Profile profile = example_profile();
  FunctionCost cost;
  cost.samples = 1;
  cost.symbol = std::string(100'000, 'f');
  profile.rankings.user_time.assign(25, cost);
  std::string text = ctest_tables(profile, "t.profile.json")[0].text;
  EXPECT_LE(text.size(), 1024U * 1024U + 100);
  EXPECT_THAT(text.substr(text.size() - 40), HasSubstr("\n... 15 rows more in t.profile.json\n"));
  profile.rankings.user_time.resize(11);
  EXPECT_THAT(ctest_tables(profile, "")[0].text, EndsWith("\n... 1 row more in profile.json\n"));
}

TEST(CTestDetailsOf, TheLeaderAsPeopleWriteIt) {
  ProfileBuilder build;
  build.call(70, {build.user("render(std::vector<int, std::allocator<int> > const&)")});
  build.call(30, {build.user("escape")});
  EXPECT_EQ(ctest_details_of(analyze(build.profile, {})),
            "render(std::vector<int> const&) 70.0 % of user time, 100 samples");
}

TEST(CTestDetailsOf, FailedGatesComeFirst) {
  Profile profile = watched_profile();
  profile.detail.recording.exit = {ExitKind::timed_out, 0, 15};
  EXPECT_EQ(ctest_details_of(profile),
            "The program has no function rendr<int> to track; nearest: app::render_naive.");
  profile.budgets.push_back(budget(BudgetVerdict::over, "Too much."));
  EXPECT_EQ(ctest_details_of(profile), "Too much.");
  profile.budgets.back() = budget(BudgetVerdict::no_such_function, "None.");
  EXPECT_EQ(ctest_details_of(profile), "None.");
}

TEST(CTestDetailsOf, RunsThatDidNotGoWell) {
  Profile profile = example_profile();
  profile.detail.recording.exit = {ExitKind::timed_out, 0, 15};
  EXPECT_THAT(ctest_details_of(profile), StartsWith("stopped at the time limit; "));
  EXPECT_THAT(ctest_details_of(profile), HasSubstr(" % of user time, "));
  EXPECT_THAT(ctest_details_of(empty_profile()), HasSubstr("No samples"));
  profile.detail.recording.failure = Finding{Severity::error, "x", "perf is not installed", ""};
  EXPECT_EQ(ctest_details_of(profile), "No profile: perf is not installed");
}

TEST(CTestDetailsOf, UndecidedBudgetsComeBeforeTheLeader) {
  Profile profile = example_profile();
  profile.budgets = {budget(BudgetVerdict::within, "Fine."),
                     budget(BudgetVerdict::undecided, "Who knows.")};
  EXPECT_EQ(ctest_details_of(profile), "Who knows.");
}

}  // namespace
}  // namespace cxprof
