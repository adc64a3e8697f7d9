#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/analyze/analyze.h"
#include "runner/support/error.h"
#include "tests/unit/analyze/profile_builder.h"
#include "tests/unit/analyze/ranking_rows.h"

namespace cxprof {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Summary, AddsPeriodsUpAndFallsBackToTheWeight) {
  ProfileBuilder build;
  build.call(3, {build.user("work")});
  build.profile.samples[0].period = 2'500'000;
  build.profile.samples[1].period = 0;
  build.sample(1, {});
  Profile profile = analyze(build.profile, {});
  EXPECT_EQ(profile.summary.observed_samples, 4U);
  EXPECT_EQ(profile.summary.running_samples, 4U);
  EXPECT_EQ(profile.summary.missing_stack_samples, 1U);
  EXPECT_EQ(profile.summary.profiled_samples, 3U);
  EXPECT_DOUBLE_EQ(profile.summary.sample_weight_ms, 1.0);
  EXPECT_DOUBLE_EQ(profile.summary.profiled_time_ms, 4.5);
  EXPECT_DOUBLE_EQ(profile.rankings.self_time[0].time_ms, 4.5);
}

TEST(Summary, EventsThatCountNoTimeHaveNone) {
  ProfileBuilder build;
  build.profile.events[0].name = "cycles";
  build.profile.events[0].counts_time = false;
  build.call(2, {build.user("work")});
  Profile profile = analyze(build.profile, {});
  EXPECT_EQ(profile.summary.sample_weight_ms, 0);
  EXPECT_EQ(profile.summary.profiled_time_ms, 0);
  EXPECT_EQ(profile.rankings.self_time[0].samples, 2U);
}

TEST(Summary, OfNothingIsZero) {
  ProfileBuilder build;
  Profile profile = analyze(build.profile, {});
  EXPECT_EQ(profile.summary.observed_samples, 0U);
  EXPECT_EQ(profile.summary.profiled_time_ms, 0);
  EXPECT_THAT(profile.rankings.self_time, IsEmpty());
  EXPECT_THAT(profile.observations, IsEmpty());
  EXPECT_TRUE(profile.rankings.callers_available);
}

class TwoEvents : public testing::Test {
 protected:
  TwoEvents() {
    Event cycles;
    cycles.name = "cycles:u";
    cycles.frequency_hz = 997;
    build.profile.events.push_back(cycles);
    AddressId work = build.address(build.user("work"));
    AddressId wait = build.address(build.user("wait"));
    build.sample(2, {work}, StackEnd::root, 0);
    build.sample(7, {wait}, StackEnd::root, 1);
  }
  ProfileBuilder build;
};

TEST_F(TwoEvents, AreNeverAddedUp) {
  Profile profile = analyze(build.profile, {});
  EXPECT_EQ(profile.event.name, "cpu-clock");
  EXPECT_EQ(profile.summary.observed_samples, 2U);
  EXPECT_THAT(rows(profile.rankings.inclusive_time), ElementsAre("work 2"));
}

TEST_F(TwoEvents, AreChosenByNameWithOrWithoutModifiers) {
  for (const char* name : {"cycles:u", "cycles"}) {
    AnalyzeOptions options;
    options.event = name;
    Profile profile = analyze(build.profile, options);
    EXPECT_EQ(profile.event.name, "cycles:u");
    EXPECT_THAT(rows(profile.rankings.self_time), ElementsAre("wait 7"));
  }
}

TEST_F(TwoEvents, TheFirstOneWithSamplesIsTaken) {
  for (UnwoundSample& sample : build.profile.samples) sample.event = 1;
  EXPECT_EQ(analyze(build.profile, {}).event.name, "cycles:u");
}

TEST_F(TwoEvents, AnotherNameIsAnErrorThatNamesThem) {
  AnalyzeOptions options;
  options.event = "branches";
  try {
    (void)analyze(build.profile, options);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("branches"));
    EXPECT_THAT(error.what(), testing::HasSubstr("cpu-clock, cycles:u"));
  }
}

TEST(Observations, NameTheLeaders) {
  ProfileBuilder build;
  FunctionId main = build.user("main");
  FunctionId render = build.user("render");
  build.call(3, {build.function("memmove", build.libc()), render, main});
  build.call(1, {build.user("escape"), render, main});
  Profile profile = analyze(build.profile, {});
  ASSERT_EQ(profile.observations.size(), 3U);
  EXPECT_EQ(profile.observations[0].kind, "highest_user_time");
  EXPECT_EQ(profile.observations[0].leader.symbol, "render");
  EXPECT_THAT(profile.observations[0].note, testing::HasSubstr("(75.0 %)"));
  EXPECT_EQ(profile.observations[1].leader.symbol, "memmove");
  EXPECT_EQ(profile.observations[2].leader.symbol, "render");
  EXPECT_EQ(profile.observations[2].leader.samples, 4U);
}

}  // namespace
}  // namespace cxprof
