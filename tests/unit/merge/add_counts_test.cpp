#include "runner/merge/add_counts.h"

#include <gmock/gmock.h>

#include "runner/analyze/analyze.h"
#include "tests/unit/analyze/profile_builder.h"

namespace cxprof {
namespace {

using testing::ElementsAre;
using testing::Field;

Profile run(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  ProfileBuilder build;
  AddressId main = build.address(build.user("main", "main"), {}, 50);
  AddressId in_libc = build.address(build.function("memcpy", build.libc()));
  auto sample = [&](std::uint64_t count, const char* name, std::uint32_t line) {
    if (count > 0) build.sample(count, {in_libc, build.address(build.user(name), {}, line), main});
  };
  sample(a, "a()", 10);
  sample(b, "b()", 20);
  sample(c, "c()", 30);
  build.sample(1, {});
  build.profile.losses.lost_samples = 2;
  return analyze(build.profile, {});
}

std::vector<std::pair<std::string, std::uint64_t>> rows(const std::vector<FunctionCost>& ranking) {
  std::vector<std::pair<std::string, std::uint64_t>> found;
  for (const FunctionCost& cost : ranking) found.emplace_back(cost.symbol, cost.samples);
  return found;
}

TEST(AddCounts, RowsOfOneNameBecomeOneInOrder) {
  Profile sum = run(100, 50, 0);
  add_counts(sum, run(10, 100, 110));
  EXPECT_THAT(rows(sum.rankings.user_time),
              ElementsAre(std::pair("b()", 150U), std::pair("a()", 110U), std::pair("c()", 110U)));
  EXPECT_THAT(rows(sum.rankings.self_time), ElementsAre(std::pair("memcpy", 370U)));
  EXPECT_THAT(rows(sum.rankings.inclusive_time),
              ElementsAre(std::pair("memcpy", 370U), std::pair("b()", 150U), std::pair("a()", 110U),
                          std::pair("c()", 110U)));
  EXPECT_DOUBLE_EQ(sum.rankings.user_time[0].time_ms, 150);
  EXPECT_THAT(
      sum.rankings.runtime_leaf_attributed_to_user,
      ElementsAre(Field(&AttributedCost::samples, 150U), Field(&AttributedCost::samples, 110U),
                  Field(&AttributedCost::samples, 110U)));
  EXPECT_THAT(sum.rankings.hot_lines,
              ElementsAre(Field(&LineCost::line, 20U), Field(&LineCost::line, 10U),
                          Field(&LineCost::line, 30U)));
}

TEST(AddCounts, TheCountersStillAddUp) {
  Profile sum = run(100, 50, 0);
  add_counts(sum, run(10, 100, 110));
  EXPECT_EQ(sum.summary.observed_samples, 372U);
  EXPECT_EQ(sum.summary.missing_stack_samples, 2U);
  EXPECT_EQ(sum.summary.profiled_samples, 370U);
  EXPECT_DOUBLE_EQ(sum.summary.profiled_time_ms, 370);
  EXPECT_DOUBLE_EQ(sum.summary.sample_weight_ms, 1);
  EXPECT_EQ(sum.data_quality.lost_samples, 4U);
  EXPECT_THAT(sum.data_quality.inclusive_symbols_suppressed_from_ranking, ElementsAre("main"));
  ASSERT_FALSE(sum.observations.empty());
  EXPECT_EQ(sum.observations[0].leader.symbol, "b()");
  EXPECT_EQ(sum.observations[0].leader.samples, 150U);
}

TEST(AddCounts, OfTheSameRunTwiceKeepsTheSharesAndTheOrder) {
  Profile once = run(7, 5, 3);
  Profile twice = once;
  add_counts(twice, once);
  ASSERT_EQ(twice.rankings.user_time.size(), once.rankings.user_time.size());
  for (std::size_t i = 0; i < once.rankings.user_time.size(); ++i) {
    FunctionCost expected = once.rankings.user_time[i];
    expected.samples *= 2;
    expected.time_ms *= 2;
    EXPECT_EQ(twice.rankings.user_time[i], expected);
  }
}

TEST(AddCounts, ARowIsInlinedOnlyWhereAllItsSamplesWere) {
  auto with_inlined = [](bool inlined) {
    ProfileBuilder build;
    FunctionId f = build.user("f()");
    build.sample(10,
                 {inlined ? build.address(build.user("g()"), {f}, 3) : build.address(f, {}, 3)});
    return analyze(build.profile, {});
  };
  Profile sum = with_inlined(true);
  EXPECT_TRUE(sum.rankings.user_time[0].inlined);
  add_counts(sum, with_inlined(true));
  EXPECT_TRUE(sum.rankings.user_time[0].inlined);
  add_counts(sum, with_inlined(false));
  EXPECT_FALSE(sum.rankings.user_time[0].inlined);
}

}  // namespace
}  // namespace cxprof
