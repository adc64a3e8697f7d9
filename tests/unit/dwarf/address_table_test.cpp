#include "runner/dwarf/address_table.h"

#include <gtest/gtest.h>

#include "tests/unit/dwarf/section_builder.h"

namespace cxprof::dwarf {
namespace {

SectionBuilder set_of(std::uint64_t unit, std::initializer_list<std::uint64_t> words) {
  SectionBuilder set;
  set.u32(12 + words.size() * 8).u16(2).u32(unit).u8(8).u8(0).u32(0);
  for (std::uint64_t word : words) set.u64(word);
  return set;
}

TEST(AddressTable, HasRangesByUnit) {
  SectionBuilder section;
  section.append(set_of(0x80, {0x3000, 0x10, 0, 0}));
  section.append(set_of(0, {0x1000, 0x100, 0x2000, 0x20, 0, 0}));
  Budget budget(1000);
  auto ranges = read_address_table(section.bytes(), budget);
  ASSERT_EQ(ranges.size(), 3U);
  EXPECT_EQ(ranges[0].unit_offset, 0U);
  EXPECT_EQ(ranges[0].start, 0x1000U);
  EXPECT_EQ(ranges[0].end, 0x1100U);
  EXPECT_EQ(ranges[1].start, 0x2000U);
  EXPECT_EQ(ranges[2].unit_offset, 0x80U);
  EXPECT_EQ(ranges[2].end, 0x3010U);
}

TEST(AddressTable, InThe64BitFormat) {
  SectionBuilder section;
  section.u32(0xffffffff).u64(20 + 32).u16(2).u64(0x90).u8(8).u8(0).u64(0);
  section.u64(0x1000).u64(0x10).u64(0).u64(0);
  Budget budget(1000);
  auto ranges = read_address_table(section.bytes(), budget);
  ASSERT_EQ(ranges.size(), 1U);
  EXPECT_EQ(ranges[0].unit_offset, 0x90U);
  EXPECT_EQ(ranges[0].start, 0x1000U);
}

TEST(AddressTable, WhatIsCutOrOfAnotherShapeIsLeftOut) {
  SectionBuilder section;
  SectionBuilder other = set_of(0, {0x1000, 0x100, 0, 0});
  section.u32(28).u16(3).u32(0).u8(8).u8(0).u32(0).u64(1).u64(1);  // an unknown version
  section.append(other);
  section.append(set_of(0x40, {0x5000, UINT64_MAX, 0, 0}));  // wraps around
  section.u32(0x1000).u16(2);                                // longer than the section
  Budget budget(1000);
  auto ranges = read_address_table(section.bytes(), budget);
  ASSERT_EQ(ranges.size(), 1U);
  EXPECT_EQ(ranges[0].start, 0x1000U);
}

}  // namespace
}  // namespace cxprof::dwarf
