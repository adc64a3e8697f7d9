// A program that takes 60 / 30 / 10 % by construction must come out so, at any frequency.
#include <cmath>

#include "tests/end_to_end/harness/cxprof.h"

namespace cxprof::test {
namespace {

/// Whether `samples` of `total` can be a share of `truth` at the 99.9 % level (normal approximation
/// of the binomial distribution).
testing::AssertionResult has_share(const nlohmann::json& profile, const char* function,
                                   double truth) {
  auto total = static_cast<double>(profiled_samples(profile));
  auto samples = static_cast<double>(samples_of(profile["rankings"]["self_time"], function));
  double half_width = 3.29 * std::sqrt(truth * (1 - truth) / total);
  double share = samples / total;
  auto result = std::abs(share - truth) <= half_width ? testing::AssertionSuccess()
                                                      : testing::AssertionFailure();
  return result << function << ": " << samples << " of " << total << " samples = " << 100 * share
                << " %, expected " << 100 * truth << " +- " << 100 * half_width << " %";
}

class KnownAnswer : public testing::TestWithParam<const char*> {};

TEST_P(KnownAnswer, SixtyThirtyTen) {
  CXPROF_REQUIRE_RECORDING();
  TemporaryDirectory root;
  ProfiledRun run = profile_program(root.path(), {"--frequency", GetParam()},
                                    {CXPROF_WORKLOADS "/known_answer", "4000"});
  ASSERT_EQ(run.result.exit_code, 0) << run.result.err;
  ASSERT_GE(profiled_samples(run.profile), 100U);
  EXPECT_TRUE(has_share(run.profile, "takes_sixty", 0.6));
  EXPECT_TRUE(has_share(run.profile, "takes_thirty", 0.3));
  EXPECT_TRUE(has_share(run.profile, "takes_ten", 0.1));
}

INSTANTIATE_TEST_SUITE_P(Frequencies, KnownAnswer, testing::Values("100", "997", "4999"),
                         [](const auto& test_case) { return std::string("Hz") + test_case.param; });

TEST(KnownAnswerTime, SampledCpuTimeIsTheMeasuredOne) {
  CXPROF_REQUIRE_RECORDING();
  TemporaryDirectory root;
  ProfiledRun run = profile_program(root.path(), {}, {CXPROF_WORKLOADS "/known_answer", "4000"});
  double sampled_ms = run.profile["summary"]["profiled_time_ms"];
  double measured_ms = 1000 * (run.profile["run"]["user_cpu_seconds"].get<double>() +
                               run.profile["run"]["system_cpu_seconds"].get<double>());
  EXPECT_NEAR(sampled_ms / measured_ms, 1.0, 0.1)
      << sampled_ms << " ms sampled, " << measured_ms << " ms used";
}

}  // namespace
}  // namespace cxprof::test
