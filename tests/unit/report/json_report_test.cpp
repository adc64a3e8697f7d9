#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "runner/analyze/analyze.h"
#include "runner/report/json_parts.h"
#include "runner/report/report.h"
#include "tests/unit/report/example_profile.h"
#include "tests/unit/report/golden.h"
#include "tests/unit/report/schema_check.h"

namespace cxprof {
namespace {

using nlohmann::json;
using testing::IsEmpty;

std::string json_text(const Profile& profile) {
  std::ostringstream out;
  write_report(profile, ReportFormat::json, {}, out);
  return out.str();
}

json schema() {
  std::ifstream file(CXPROF_PROFILE_SCHEMA);
  return json::parse(file);
}

// The report as a program reads it, checked against the published schema.
json parsed(const Profile& profile) {
  json report = json::parse(json_text(profile));
  EXPECT_THAT(schema_violations(schema(), report), IsEmpty());
  return report;
}

TEST(JsonReport, Everything) {
  // The version changes with every release and is none of the format's business.
  std::string text = json_text(example_profile());
  std::string version = std::string("\"version\": \"") + CXPROF_VERSION + "\"";
  std::size_t at = text.find(version);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, version.size(), "\"version\": \"VERSION\"");
  expect_golden("profile.json", text);
}

TEST(JsonReport, FollowsItsSchema) {
  json report = parsed(example_profile());
  EXPECT_EQ(report["schema_version"], 1);
  EXPECT_EQ(report["report_kind"], "cxprof.profile");
  EXPECT_EQ(report["run"]["exit"]["whose"], "program");
  EXPECT_EQ(report["target"]["args"], json({"2000", "it's 70"}));
}

TEST(JsonReport, OfNoSamplesIsValidAndWithoutNonNumbers) {
  json report = parsed(empty_profile());
  EXPECT_EQ(report["summary"]["profiled_samples"], 0);
  EXPECT_EQ(report["rankings"]["self_time"], json::array());
  EXPECT_EQ(report["program_line"], nullptr);
}

TEST(JsonReport, OfNoRecordingIsValid) {
  ProfileBuilder build;
  build.profile.events.clear();
  build.profile.modules.resize(1);
  build.profile.module_facts.resize(1);
  build.profile.recording = {};
  build.profile.recording.failure = Finding{Severity::error, "perf-missing", "No perf.", "Get it."};
  json report = parsed(analyze(build.profile, {}));
  EXPECT_EQ(report["findings"][0]["code"], "perf-missing");
  EXPECT_EQ(report["producer"]["profiler_backend"], nullptr);
}

TEST(JsonReport, HoldsEveryEntryAndThePercentagesAddUp) {
  ProfileBuilder build;
  for (int i = 0; i < 100; ++i) build.call(3, {build.user("f" + std::to_string(i))});
  json report = parsed(analyze(build.profile, {}));
  const json& self = report["rankings"]["self_time"];
  ASSERT_EQ(self.size(), 100U);
  double percent = 0;
  for (std::size_t i = 0; i < self.size(); ++i) {
    EXPECT_EQ(self[i]["rank"], i + 1);
    percent += self[i]["percent_of_profiled_samples"].get<double>();
  }
  EXPECT_NEAR(percent, 100, 1e-9);
}

TEST(JsonReport, CountersAddUp) {
  json report = parsed(example_profile());
  const json& summary = report["summary"];
  auto count = [](const json& value) { return value.get<int>(); };
  EXPECT_EQ(count(summary["observed_samples"]),
            count(summary["running_samples"]) + count(summary["non_running_samples"]));
  EXPECT_EQ(count(summary["running_samples"]),
            count(summary["profiled_samples"]) + count(summary["missing_stack_samples"]));
  auto sum = [&](const char* ranking) {
    int samples = 0;
    for (const json& entry : report["rankings"][ranking]) samples += count(entry["samples"]);
    return samples;
  };
  EXPECT_EQ(sum("self_time"), count(summary["profiled_samples"]));
  EXPECT_EQ(sum("user_time") + count(report["data_quality"]["without_user_frame"]) +
                count(report["data_quality"]["user_frame_unknown"]),
            count(summary["profiled_samples"]));
  int in_modules = count(report["data_quality"]["unknown_object_leaves"]);
  for (const json& module : report["modules"]) in_modules += count(module["self_samples"]);
  EXPECT_EQ(in_modules, count(summary["profiled_samples"]));
}

TEST(JsonReport, NamesOfAnyBytesStayParsable) {
  ProfileBuilder build;
  build.profile.recording.command.arguments.push_back("\xFF\"\\\n");
  build.call(1, {build.user("bad\xFFname\x01\"")});
  json report = parsed(analyze(build.profile, {}));
  EXPECT_EQ(report["rankings"]["self_time"][0]["symbol"], "bad\xEF\xBF\xBDname\x01\"");
}

TEST(JsonReport, InfinitiesAreNull) {
  Profile profile = example_profile();
  profile.summary.profiled_time_ms = std::numeric_limits<double>::infinity();
  profile.rankings.self_time[0].time_ms = std::numeric_limits<double>::quiet_NaN();
  json report = parsed(profile);
  EXPECT_EQ(report["summary"]["profiled_time_ms"], nullptr);
  EXPECT_EQ(report["rankings"]["self_time"][0]["time_ms"], nullptr);
}

TEST(JsonReport, IsByteIdenticalForTheSameInput) {
  EXPECT_EQ(json_text(analyze(example_recording(), {})),
            json_text(analyze(example_recording(), {})));
}

TEST(SchemaCheck, FindsWhatIsWrong) {
  json report = json::parse(json_text(example_profile()));
  auto violations = [&](auto change) {
    json changed = report;
    change(changed);
    return schema_violations(schema(), changed).size();
  };
  EXPECT_EQ(violations([](json&) {}), 0U);
  EXPECT_EQ(violations([](json& j) { j["more"] = 1; }), 1U);
  EXPECT_EQ(violations([](json& j) { j.erase("summary"); }), 1U);
  EXPECT_EQ(violations([](json& j) { j["schema_version"] = 2; }), 1U);
  EXPECT_EQ(violations([](json& j) { j["findings"][0]["severity"] = "fatal"; }), 1U);
  EXPECT_EQ(violations([](json& j) { j["rankings"]["self_time"][0]["samples"] = "3"; }), 1U);
  EXPECT_EQ(violations([](json& j) { j["rankings"]["self_time"][0]["rank"] = 0; }), 1U);
  EXPECT_EQ(violations([](json& j) {
              j["rankings"]["user_time"][0]["percent_of_profiled_samples"] = 100.5;
            }),
            1U);
}

// Most of a large report is written without a tree of values; it must be what that would give.
TEST(JsonReport, RankingsAsTextAreTheRankingsAsValues) {
  Rankings rankings;
  rankings.callers_available = true;
  FunctionCost plain;
  plain.symbol = "work(int)";
  plain.mangled_symbol = "_Z4worki";
  plain.module = "/bin/app";
  plain.file = "/src/app.cpp";
  plain.line = 7;
  plain.samples = 2;
  plain.time_ms = 2.5;
  FunctionCost odd;
  odd.symbol = "odd \"name\"\\\t\x01\x7f \xc3\xa9 \xff";
  odd.inlined = true;
  odd.time_ms = 1e300 * 1e300;  // infinite: null
  rankings.self_time = {plain, odd};
  rankings.inclusive_time = {plain};
  rankings.runtime_leaf_attributed_to_user.emplace_back().user_symbol = "work(int)";
  rankings.hot_lines.emplace_back().file = "/src/app.cpp";
  Summary summary;
  summary.profiled_samples = 3;
  std::string expected;
  for (char c : cxprof::json::text_of(cxprof::json::rankings(rankings, summary))) {
    expected += c;
    if (c == '\n') expected += "  ";
  }
  EXPECT_EQ(cxprof::json::rankings_text(rankings, summary), expected);
}

}  // namespace
}  // namespace cxprof
