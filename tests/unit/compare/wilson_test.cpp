#include "runner/compare/wilson.h"

#include <gtest/gtest.h>

#include <cmath>

namespace cxprof {
namespace {

TEST(Wilson, IsThePublishedInterval) {
  // Worked by hand from the formula for 95 %: (0.1 + 1.96²/200 ± 1.96·√(0.1·0.9/100 + 1.96²/40000))
  // / (1 + 1.96²/100).
  ShareInterval interval = wilson_interval(10, 100, 1.96);
  EXPECT_DOUBLE_EQ(interval.share, 0.1);
  EXPECT_NEAR(interval.low, 0.05523, 1e-5);
  EXPECT_NEAR(interval.high, 0.17437, 1e-5);
}

TEST(Wilson, OfNoSamplesIsEverything) {
  ShareInterval interval = wilson_interval(0, 0);
  EXPECT_EQ(interval.share, 0);
  EXPECT_EQ(interval.low, 0);
  EXPECT_EQ(interval.high, 1);
}

TEST(Wilson, OfNoHitsBeginsAtZeroExactly) {
  ShareInterval interval = wilson_interval(0, 10, 1.96);
  EXPECT_EQ(interval.share, 0);
  EXPECT_EQ(interval.low, 0);
  EXPECT_NEAR(interval.high, 1.96 * 1.96 / (10 + 1.96 * 1.96), 1e-12);  // z²/(n+z²)
}

TEST(Wilson, OfNothingButHitsEndsAtOneExactly) {
  ShareInterval interval = wilson_interval(10, 10, 1.96);
  EXPECT_EQ(interval.share, 1);
  EXPECT_NEAR(interval.low, 10 / (10 + 1.96 * 1.96), 1e-12);
  EXPECT_EQ(interval.high, 1);
  EXPECT_EQ(wilson_interval(11, 10, 1.96).high, 1) << "damaged counts";
}

TEST(Wilson, IsSymmetric) {
  for (std::uint64_t hits : {0U, 1U, 30U, 50U, 99U, 100U}) {
    ShareInterval one = wilson_interval(hits, 100);
    ShareInterval other = wilson_interval(100 - hits, 100);
    EXPECT_NEAR(one.low, 1 - other.high, 1e-12);
    EXPECT_NEAR(one.high, 1 - other.low, 1e-12);
    EXPECT_LE(one.low, one.share);
    EXPECT_GE(one.high, one.share);
  }
}

TEST(Wilson, NarrowsWithTheRootOfTheSamples) {
  ShareInterval few = wilson_interval(600, 1000);
  ShareInterval many = wilson_interval(60000, 100000);
  EXPECT_NEAR((few.high - few.low) / (many.high - many.low), 10, 0.1);
  EXPECT_NEAR(many.high - many.low, 2 * gate_z * std::sqrt(0.24 / 100000), 1e-5);
}

// The definition: the limits are the shares at which the observed one lies z deviations away.
TEST(Wilson, InvertsTheScoreTest) {
  for (std::uint64_t hits : {1U, 7U, 250U, 499U}) {
    ShareInterval interval = wilson_interval(hits, 500);
    for (double p : {interval.low, interval.high}) {
      EXPECT_NEAR(std::abs(interval.share - p) / std::sqrt(p * (1 - p) / 500), gate_z, 1e-9);
    }
  }
}

}  // namespace
}  // namespace cxprof
