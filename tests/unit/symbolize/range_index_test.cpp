#include "runner/symbolize/range_index.h"

#include <gtest/gtest.h>

#include <random>

namespace cxprof {
namespace {

TEST(RangeIndex, FindsNothingOutsideOfRanges) {
  RangeIndex index;
  index.add(10, 20, 1);
  index.add(30, 30, 2);  // empty
  index.freeze();
  EXPECT_EQ(index.find(9), std::nullopt);
  EXPECT_EQ(index.find(10), 1U);
  EXPECT_EQ(index.find(19), 1U);
  EXPECT_EQ(index.find(20), std::nullopt);
  EXPECT_EQ(index.find(30), std::nullopt);
}

TEST(RangeIndex, TheInnermostOfNestedRangesWins) {
  RangeIndex index;
  index.add(0, 100, 0);
  index.add(20, 80, 1);
  index.add(20, 40, 2);
  index.freeze();
  EXPECT_EQ(index.find(19), 0U);
  EXPECT_EQ(index.find(20), 2U);
  EXPECT_EQ(index.find(40), 1U);
  EXPECT_EQ(index.find(80), 0U);
}

TEST(RangeIndex, OfEqualRangesTheLastAddedWins) {
  RangeIndex index;
  index.add(0, 10, 0);
  index.add(0, 10, 1);
  index.freeze();
  EXPECT_EQ(index.find(5), 1U);
}

TEST(RangeIndex, AnOverlappedRangeIsSeenAgainBehind) {
  RangeIndex index;
  index.add(0, 30, 0);
  index.add(10, 20, 1);
  index.add(15, 25, 2);
  index.freeze();
  EXPECT_EQ(index.find(12), 1U);
  EXPECT_EQ(index.find(22), 2U);
  EXPECT_EQ(index.find(27), 0U);
}

TEST(RangeIndex, TheEndOfTheAddressSpaceIsAnAddressLikeAnyOther) {
  RangeIndex index;
  index.add(UINT64_MAX - 5, UINT64_MAX, 7);
  index.freeze();
  EXPECT_EQ(index.find(UINT64_MAX - 1), 7U);
  EXPECT_EQ(index.find(UINT64_MAX), std::nullopt);
}

// The rule, applied to every address by looking at all ranges.
TEST(RangeIndex, AgreesWithTheRuleOnRandomRanges) {
  struct Range {
    std::uint64_t start;
    std::uint64_t end;
  };
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    RangeIndex index;
    std::vector<Range> ranges;
    for (int i = 0; i < 12; ++i) {
      std::uint64_t start = random() % 40;
      ranges.push_back({start, start + random() % 20});
      index.add(ranges.back().start, ranges.back().end, static_cast<RangeIndex::Value>(i));
    }
    index.freeze();
    for (std::uint64_t address = 0; address < 64; ++address) {
      std::optional<std::size_t> expected;
      for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (address < ranges[i].start || address >= ranges[i].end) continue;
        if (!expected || ranges[i].start > ranges[*expected].start ||
            (ranges[i].start == ranges[*expected].start &&
             ranges[i].end <= ranges[*expected].end)) {
          expected = i;
        }
      }
      auto found = index.find(address);
      ASSERT_EQ(found.has_value(), expected.has_value()) << address;
      if (found) {
        ASSERT_EQ(*found, *expected) << address << " in round " << round;
      }
    }
  }
}

}  // namespace
}  // namespace cxprof
