#include "runner/analyze/target_facts.h"

#include <gtest/gtest.h>

#include "tests/unit/analyze/profile_builder.h"

namespace cxprof {
namespace {

TEST(OptimizationLevel, IsTheLastFlagOfTheProducer) {
  EXPECT_EQ(optimization_level("GNU C++17 12.2.0 -mtune=generic -g -O2 -std=gnu++17"), "-O2");
  EXPECT_EQ(optimization_level("GNU C++17 12.2.0 -O2 -g -O3"), "-O3");
  EXPECT_EQ(optimization_level("GNU C17 12.2.0 -O"), "-O1");
  EXPECT_EQ(optimization_level("GNU C++17 12.2.0 -Ofast"), "-Ofast");
  EXPECT_EQ(optimization_level("clang version 14.0.6 -O1 -g"), "-O1");  // -grecord-command-line
}

TEST(OptimizationLevel, IsGccsDefaultOrNotKnown) {
  EXPECT_EQ(optimization_level("GNU C++17 12.2.0 -mtune=generic -g"), "-O0");
  EXPECT_EQ(optimization_level("Debian clang version 14.0.6"), "");
  EXPECT_EQ(optimization_level("GNU AS 2.40"), "");
  EXPECT_EQ(optimization_level(""), "");
}

TEST(TargetFacts, AreThoseOfTheProgramsModule) {
  ProfileBuilder build;
  Target target = target_facts(build.profile, build.program());
  EXPECT_EQ(target.executable, "/home/me/app/build/app");
  EXPECT_EQ(target.build_id, "00aa11bb");
  EXPECT_EQ(target.optimization, "-O2");
  EXPECT_TRUE(target.has_symbols);
}

TEST(TargetFacts, OfAProgramWithoutSamplesComeFromItsSnapshotOrCommand) {
  ProfileBuilder build;
  EXPECT_EQ(target_facts(build.profile, unknown_module).executable, "build/app");
  build.profile.recording.snapshots.push_back({"/abs/app", "/snap/app", "77", 1});
  EXPECT_EQ(target_facts(build.profile, unknown_module).executable, "/abs/app");
  EXPECT_EQ(target_facts(build.profile, unknown_module).build_id, "77");
}

}  // namespace
}  // namespace cxprof
