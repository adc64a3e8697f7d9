// perf report is an independent reader of the same file: its self counts and ours must be equal.
#include "tests/end_to_end/harness/cxprof.h"
#include "tests/end_to_end/harness/perf_oracle.h"

namespace cxprof::test {
namespace {

class PerfOracle : public testing::TestWithParam<const char*> {};

TEST_P(PerfOracle, SelfCountsAreEqual) {
  CXPROF_REQUIRE_RECORDING();
  TemporaryDirectory root;
  ProfiledRun run =
      profile_program(root.path(), {}, {std::string(CXPROF_WORKLOADS "/") + GetParam()});
  ASSERT_EQ(run.result.exit_code, 0) << run.result.err;
  ASSERT_GE(profiled_samples(run.profile), 200U);
  EXPECT_EQ(differences(self_counts_of_perf(run.directory / "perf.data", root.path()),
                        self_counts_of_profile(run.profile)),
            "");
}

INSTANTIATE_TEST_SUITE_P(Workloads, PerfOracle,
                         testing::Values("known_answer", "templates", "kernel_heavy", "threads",
                                         "fork_exec", "naive"),
                         [](const auto& test_case) { return std::string(test_case.param); });

TEST(PerfOracleCallers, PerfOpensTheRecordingWithCompleteStacks) {
  CXPROF_REQUIRE_RECORDING();
  TemporaryDirectory root;
  ProfiledRun run = profile_program(root.path(), {}, {CXPROF_WORKLOADS "/ends", "exit", "0"});
  CommandResult script = run_command({"perf", "--buildid-dir", root.path(), "script", "--no-inline",
                                      "-i", run.directory / "perf.data", "-F", "ip,sym"});
  ASSERT_EQ(script.exit_code, 0) << script.err;
  std::size_t in_function = 0;
  std::size_t reach_main = 0;
  bool hot = false;
  for (const std::string& line : lines_of(script.out)) {
    if (line.find(" burn_before_the_end") != std::string::npos) {
      hot = true;
      ++in_function;
    }
    if (hot && line.find(" main") != std::string::npos) ++reach_main;
    if (line.empty()) hot = false;
  }
  EXPECT_GT(in_function, 20U);
  EXPECT_EQ(reach_main, in_function);
}

}  // namespace
}  // namespace cxprof::test
