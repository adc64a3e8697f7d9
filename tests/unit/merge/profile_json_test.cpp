#include "runner/merge/profile_json.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>
#include <limits>
#include <map>
#include <set>

#include "runner/merge/merge.h"
#include "runner/support/error.h"
#include "tests/unit/merge/run_profiles.h"
#include "tests/unit/report/example_profile.h"

namespace cxprof {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

class ProfileJson : public testing::Test {
 protected:
  ~ProfileJson() override { std::filesystem::remove(file_); }

  Profile read(const std::string& text) {
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << text;
    return read_profile(file_);
  }

  // The Error's sentence; empty: it was read.
  std::string refusal(const std::string& text) {
    try {
      (void)read(text);
      return "";
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr(file_.string()));
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      return error.what();
    }
  }

  const std::filesystem::path file_ = std::filesystem::path(testing::TempDir()) /
                                      ("cxprof-profile-" + std::to_string(getpid()) + ".json");
};

TEST_F(ProfileJson, IsWrittenAgainByteByByte) {
  Profile infinite = example_profile();
  infinite.summary.profiled_time_ms = std::numeric_limits<double>::infinity();
  infinite.rankings.self_time.front().time_ms = 1.0 / 3;
  infinite.findings.front().text = "not \xFF UTF-8, and \"quotes\"";
  Profile judged = example_profile();
  judged.tracked = {{"render", true, {"app::render()"}, 3, 2, 1, {}},
                    {"rendr", false, {}, 0, 0, 0, {"render"}}};
  for (auto verdict : {BudgetVerdict::within, BudgetVerdict::over, BudgetVerdict::undecided,
                       BudgetVerdict::no_such_function}) {
    BudgetResult& result = judged.budgets.emplace_back();
    result.budget = {BudgetKind::self, "f=g", 12.5};
    result.verdict = verdict;
    result.samples = 7;
    result.percent = 1.0 / 3;
    result.text = "a sentence";
  }
  for (const Profile& profile :
       {example_profile(), empty_profile(), infinite, judged, run_profile("a", 3, 4),
        merge({example_profile(), empty_profile(), infinite}), merge({})}) {
    std::string text = json_text(profile);
    EXPECT_EQ(json_text(read(text)), text);
  }
}

TEST_F(ProfileJson, KnowsTheProgramsModule) {
  Profile profile = read(json_text(run_profile("a", 3, 4)));
  EXPECT_EQ(profile.detail.modules.at(profile.target.module).path, "/app/a");
}

TEST_F(ProfileJson, NamesTheFieldThatIsMissing) {
  json report = json::parse(json_text(example_profile()));
  report["summary"].erase("profiled_samples");
  EXPECT_THAT(refusal(report.dump()), HasSubstr("/summary/profiled_samples is missing"));
}

// Whatever field holds something else: one sentence naming it, or a field that is not read.
TEST_F(ProfileJson, NamesTheFieldThatIsWrong) {
  const json report = json::parse(json_text(merge({example_profile(), run_profile("a", 3, 4)})));
  const json fields = report.flatten();
  std::set<std::string> unread;
  int refused = 0;
  for (const auto& [pointer, value] : fields.items()) {
    json changed = report;
    changed[json::json_pointer(pointer)] = json{{"no", -1.5}};
    std::string sentence = refusal(changed.dump());
    if (sentence.empty()) {
      unread.insert(pointer.substr(pointer.rfind('/') + 1));
    } else {
      EXPECT_THAT(sentence, HasSubstr(pointer));
      ++refused;
    }
  }
  EXPECT_GT(refused, 300);
  for (const char* made : {"rank",
                           "percent_of_profiled_samples",
                           "whose",
                           "description",
                           "version",
                           "tool",
                           "self_samples",
                           "json_report",
                           "executables",
                           "perf_script",
                           "runner_log",
                           "warnings",
                           "args",
                           "user_cpu_seconds",
                           "system_cpu_seconds",
                           "program_line",
                           "0",
                           "1",
                           "2",
                           "3",
                           "4",
                           "5",
                           "6",
                           "7"}) {
    unread.erase(made);  // made anew from the others when it is written
  }
  EXPECT_THAT(unread, testing::IsEmpty());
}

TEST_F(ProfileJson, ThatWasCutIsRefused) {
  const std::string text = json_text(run_profile("a", 3, 4));
  for (std::size_t size = 0; size + 3 < text.size(); size += 13) {
    EXPECT_THAT(refusal(text.substr(0, size)), HasSubstr("it is no JSON")) << size;
  }
}

TEST_F(ProfileJson, OfSomebodyElseIsRefused) {
  for (const char* text :
       {"{}", "[]", "1", "null", R"({"report_kind": "moon.profile.agent", "schema_version": 2})"}) {
    EXPECT_THAT(refusal(text), HasSubstr("/report_kind")) << text;
  }
}

TEST_F(ProfileJson, OfANewerFormatIsRefused) {
  json report = json::parse(json_text(example_profile()));
  report["schema_version"] = 2;
  EXPECT_THAT(refusal(report.dump()), AllOf(HasSubstr("newer"), HasSubstr("/schema_version is 2")));
  report["schema_version"] = 0;
  EXPECT_THAT(refusal(report.dump()), HasSubstr("/schema_version"));
}

TEST_F(ProfileJson, NumbersBeyondTheirRangeAreRefused) {
  const json report = json::parse(json_text(example_profile()));
  for (const auto& [pointer, value] :
       std::map<std::string, json>{{"/rankings/self_time/0/samples", -1},
                                   {"/rankings/self_time/0/samples", 1.5},
                                   {"/rankings/hot_lines/0/line", 4294967296U},
                                   {"/producer/stack_bytes", 4294967296U},
                                   {"/run/exit/code", 256},
                                   {"/run/exit/kind", "slept"},
                                   {"/modules/0/kind", "unknown"}}) {
    json changed = report;
    if (!changed.contains(json::json_pointer(pointer))) continue;
    changed[json::json_pointer(pointer)] = value;
    EXPECT_THAT(refusal(changed.dump()), HasSubstr(pointer));
  }
}

}  // namespace
}  // namespace cxprof
