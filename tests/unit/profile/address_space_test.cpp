#include "runner/profile/address_space.h"

#include <gmock/gmock.h>

namespace cxprof {
namespace {

using testing::ElementsAre;

Mapping mapping(std::uint64_t start, std::uint64_t end, std::uint64_t offset, ModuleId module) {
  return {start, end, offset, module};
}

TEST(AddressSpace, FindsOnlyCoveredAddresses) {
  AddressSpace space;
  space.insert(mapping(0x1000, 0x2000, 0, 1));
  EXPECT_EQ(space.find(0xFFF), nullptr);
  ASSERT_NE(space.find(0x1000), nullptr);
  EXPECT_EQ(space.find(0x1FFF)->module, 1U);
  EXPECT_EQ(space.find(0x2000), nullptr);
}

TEST(AddressSpace, ALaterMappingCutsAHoleAndKeepsOffsetsRight) {
  AddressSpace space;
  space.insert(mapping(0x1000, 0x5000, 0x100, 1));
  space.insert(mapping(0x2000, 0x3000, 0, 2));
  EXPECT_THAT(space.mappings,
              ElementsAre(mapping(0x1000, 0x2000, 0x100, 1), mapping(0x2000, 0x3000, 0, 2),
                          mapping(0x3000, 0x5000, 0x2100, 1)));
}

TEST(AddressSpace, ReplacesEverythingItCovers) {
  AddressSpace space;
  space.insert(mapping(0x1000, 0x2000, 0, 1));
  space.insert(mapping(0x2000, 0x3000, 0, 2));
  space.insert(mapping(0x3000, 0x4000, 0, 3));
  space.insert(mapping(0x1800, 0x3800, 0x40, 4));
  EXPECT_THAT(space.mappings,
              ElementsAre(mapping(0x1000, 0x1800, 0, 1), mapping(0x1800, 0x3800, 0x40, 4),
                          mapping(0x3800, 0x4000, 0x800, 3)));
}

TEST(AddressSpace, SameRangeIsReplaced) {
  AddressSpace space;
  space.insert(mapping(0x1000, 0x2000, 0, 1));
  space.insert(mapping(0x1000, 0x2000, 0x10, 2));
  EXPECT_THAT(space.mappings, ElementsAre(mapping(0x1000, 0x2000, 0x10, 2)));
}

TEST(AddressSpace, EmptyAndInvertedRangesAreIgnored) {
  AddressSpace space;
  space.insert(mapping(0x1000, 0x1000, 0, 1));
  space.insert(mapping(0x2000, 0x1000, 0, 1));
  EXPECT_TRUE(space.mappings.empty());
}

TEST(AddressSpace, ReachesTheTopOfTheAddressSpace) {
  AddressSpace space;
  space.insert(mapping(0xFFFFFFFF80000000, ~0ULL, 0, 1));
  ASSERT_NE(space.find(0xFFFFFFFF81000000), nullptr);
}

}  // namespace
}  // namespace cxprof
