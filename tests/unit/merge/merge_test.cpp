#include "runner/merge/merge.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "runner/report/report.h"
#include "tests/unit/merge/run_profiles.h"
#include "tests/unit/report/example_profile.h"
#include "tests/unit/report/golden.h"
#include "tests/unit/report/schema_check.h"

namespace cxprof {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

json parsed(const Profile& profile) {
  std::ifstream schema(CXPROF_PROFILE_SCHEMA);
  json report = json::parse(json_text(profile));
  EXPECT_THAT(schema_violations(json::parse(schema), report), IsEmpty());
  return report;
}

std::vector<std::string> symbols(const std::vector<FunctionCost>& ranking) {
  std::vector<std::string> symbols;
  for (const FunctionCost& cost : ranking) symbols.push_back(cost.symbol + " of " + cost.module);
  return symbols;
}

TEST(Merge, OfOneIsTheSame) {
  Profile one = example_profile();
  Profile merged = merge({one});
  EXPECT_EQ(merged.rankings.self_time, one.rankings.self_time);
  EXPECT_EQ(merged.rankings.user_time, one.rankings.user_time);
  EXPECT_EQ(merged.rankings.inclusive_time, one.rankings.inclusive_time);
  EXPECT_EQ(merged.rankings.runtime_leaf_attributed_to_user,
            one.rankings.runtime_leaf_attributed_to_user);
  EXPECT_EQ(merged.rankings.hot_lines, one.rankings.hot_lines);
  json before = parsed(one);
  json after = parsed(merged);
  for (const char* key : {"rankings", "summary", "observations"}) {
    EXPECT_EQ(after[key], before[key]) << key;
  }
}

TEST(Merge, AddsUpByFunctionAndModule) {
  Profile merged = merge({run_profile("a", 60, 20), run_profile("b", 10, 30)});
  EXPECT_EQ(merged.summary.profiled_samples, 120U);
  EXPECT_EQ(merged.summary.observed_samples, 120U);
  EXPECT_DOUBLE_EQ(merged.summary.profiled_time_ms, 120);
  EXPECT_THAT(symbols(merged.rankings.self_time),
              ElementsAre("render() of /app/a", "memcpy of /lib/libc.so.6", "render() of /app/b"));
  EXPECT_EQ(merged.rankings.self_time[1].samples, 50U);
  EXPECT_DOUBLE_EQ(merged.rankings.self_time[1].time_ms, 50);
  ASSERT_EQ(merged.rankings.runtime_leaf_attributed_to_user.size(), 2U);
  EXPECT_EQ(merged.rankings.runtime_leaf_attributed_to_user[0].samples, 30U);
  EXPECT_EQ(merged.rankings.runtime_leaf_attributed_to_user[0].user_module, "/app/b");
  ASSERT_EQ(merged.rankings.hot_lines.size(), 1U);
  EXPECT_EQ(merged.rankings.hot_lines[0].samples, 120U);
  EXPECT_THAT(merged.data_quality.inclusive_symbols_suppressed_from_ranking, ElementsAre("main"));
  json report = parsed(merged);
  EXPECT_EQ(report["summary"]["executables"], 2);
  EXPECT_EQ(report["target"]["executable"], nullptr);
  EXPECT_DOUBLE_EQ(report["rankings"]["self_time"][1]["percent_of_profiled_samples"], 50 / 1.2);
  EXPECT_EQ(report["executables"][1]["name"], "b");
  EXPECT_EQ(report["executables"][1]["target"]["args"], json({"--fast"}));
  EXPECT_EQ(report["executables"][1]["rankings"]["self_time"][0]["symbol"], "memcpy");
  EXPECT_DOUBLE_EQ(
      report["executables"][1]["rankings"]["self_time"][0]["percent_of_profiled_samples"], 75);
}

TEST(Merge, EveryCounterIsTheSum) {
  Profile a = example_profile();
  Profile b = run_profile("b", 30, 5);
  json merged = parsed(merge({a, b, a}));
  json of_a = parsed(a);
  json of_b = parsed(b);
  for (const char* block : {"summary", "data_quality"}) {
    for (const auto& [key, value] : of_a[block].items()) {
      if (!value.is_number() || key == "sample_weight_ms") continue;
      EXPECT_DOUBLE_EQ(merged[block][key].get<double>(),
                       2 * value.get<double>() + of_b[block][key].get<double>())
          << key;
    }
  }
  for (const auto& [key, ranking] : of_a["rankings"].items()) {
    if (!ranking.is_array()) continue;
    auto samples = [&](const json& report) {
      std::uint64_t sum = 0;
      for (const json& row : report["rankings"][key]) sum += row["samples"].get<std::uint64_t>();
      return sum;
    };
    EXPECT_EQ(samples(merged), 2 * samples(of_a) + samples(of_b)) << key;
  }
}

TEST(Merge, DoesNotDependOnTheOrderOfTheInputs) {
  std::vector<Profile> runs{run_profile("a", 7, 3), run_profile("b", 3, 7), example_profile(),
                            empty_profile(), run_profile("c", 1, 1)};
  runs[0].rankings.self_time[0].time_ms = 0.1;
  runs[1].rankings.self_time[0].time_ms = 0.2;
  runs[1].rankings.hot_lines[0].time_ms = 1e15;
  runs[4].rankings.hot_lines[0].time_ms = 0.3;
  runs[4].detail.recording.host.name = "other";
  runs[4].rankings.self_time[0].mangled_symbol = "memcpy@1";
  std::vector<std::size_t> order{0, 1, 2, 3, 4};
  std::string first;
  do {
    std::vector<Profile> inputs;
    for (std::size_t i : order) inputs.push_back(runs[i]);
    Profile merged = merge(inputs);
    std::sort(merged.executables.begin(), merged.executables.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    std::string text = json_text(merged);
    if (first.empty()) first = text;
    ASSERT_EQ(text, first);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Merge, OfMergedProfilesIsThatOfTheirRuns) {
  Profile a = run_profile("a", 7, 3);
  Profile b = run_profile("b", 3, 7);
  Profile c = run_profile("c", 30, 7);
  EXPECT_EQ(json_text(merge({merge({a, b}), c})), json_text(merge({a, b, c})));
  EXPECT_EQ(json_text(merge({merge({a, b, c})})), json_text(merge({a, b, c})));
}

TEST(Merge, IsInlinedOnlyWhereAllAreAndUserCodeWhereAnyIs) {
  Profile a = run_profile("a", 7, 3);
  Profile b = a;
  a.rankings.self_time[0].inlined = true;
  b.rankings.self_time[1].user_code = true;
  Profile merged = merge({a, b});
  EXPECT_FALSE(merged.rankings.self_time[0].inlined);
  EXPECT_TRUE(merged.rankings.self_time[1].user_code);
  EXPECT_TRUE(merge({a, a}).rankings.self_time[0].inlined);
}

TEST(Merge, NamesTheSymbolWithMostSamples) {
  Profile a = run_profile("a", 7, 3);
  Profile b = run_profile("b", 7, 9);
  b.rankings.self_time[0].mangled_symbol = "memcpy@GLIBC_2.14";
  EXPECT_EQ(merge({a, b}).rankings.self_time[0].mangled_symbol, "memcpy@GLIBC_2.14");
}

TEST(Merge, KeepsMillisecondsOfOtherFrequencies) {
  Profile slow = run_profile("slow", 80, 20);
  Profile fast = run_profile("fast", 300, 100);
  fast.event.frequency_hz = 4000;
  fast.summary.sample_weight_ms = 0.25;
  fast.summary.profiled_time_ms = 100;
  for (FunctionCost& cost : fast.rankings.self_time) cost.time_ms /= 4;
  Profile merged = merge({slow, fast});
  EXPECT_DOUBLE_EQ(merged.summary.profiled_time_ms, 200);
  EXPECT_DOUBLE_EQ(merged.summary.sample_weight_ms, 200 / 500.0);
  EXPECT_EQ(merged.event.frequency_hz, 0U);
  EXPECT_DOUBLE_EQ(merged.rankings.self_time[1].time_ms, 20 + 25);
}

TEST(Merge, OfEqualModulesIsOneModule) {
  Profile a = run_profile("a", 7, 3);
  Profile b = run_profile("b", 3, 7);
  b.detail.modules[2].build_id = "another";
  json modules = parsed(merge({a, b}))["modules"];
  ASSERT_EQ(modules.size(), 3U);
  EXPECT_EQ(modules[2]["path"], "/lib/libc.so.6");
  EXPECT_EQ(modules[2]["build_id"], nullptr);
  EXPECT_EQ(modules[2]["self_samples"], 10);
}

TEST(Merge, OfNothingIsEmpty) {
  Profile merged = merge({}, {{Severity::warning, unreadable_input, "Not in the sums: x.", ""}});
  EXPECT_EQ(merged.summary.profiled_samples, 0U);
  EXPECT_EQ(merged.findings.size(), 1U);
}

TEST(MergedReport, OnTheTerminal) {
  Profile crashed = run_profile("crashes", 40, 3);
  crashed.detail.recording.exit = {ExitKind::signalled, 0, 11};
  crashed.findings = {{Severity::warning, "program-failed", "The program itself was killed.", ""}};
  Profile slow = run_profile("slow", 150, 70);
  slow.detail.recording.exit = {ExitKind::timed_out, 0, 15};
  Profile idle = run_profile("idle", 0, 0);
  idle.rankings = {};
  idle.findings = {{Severity::error, "no-samples", "No samples: the program slept.", "Wake it."}};
  Profile merged = merge({run_profile("naive", 300, 100), crashed, slow, idle});
  merged.detail.recording.run_directory = "/app/profile/session/20260101-000000";
  std::ostringstream out;
  write_report(merged, ReportFormat::terminal, {12, 100, false, false}, out);
  expect_golden("terminal-merged.txt", out.str());
}

}  // namespace
}  // namespace cxprof
