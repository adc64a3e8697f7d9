#include "runner/dwarf/cursor.h"

#include <gtest/gtest.h>

#include "tests/unit/dwarf/section_builder.h"

namespace cxprof::dwarf {
namespace {

TEST(Cursor, ReadsNumbersOfEverySize) {
  SectionBuilder bytes;
  bytes.u8(0xfe).u16(0x1234).u32(0xdeadbeef).u64(0x0123456789abcdef).u8(1).u8(2).u8(3);
  Cursor cursor(bytes.bytes());
  EXPECT_EQ(cursor.fixed<std::uint8_t>(), 0xfe);
  EXPECT_EQ(cursor.number(2), 0x1234U);
  EXPECT_EQ(cursor.fixed<std::uint32_t>(), 0xdeadbeefU);
  EXPECT_EQ(cursor.number(8), 0x0123456789abcdefU);
  EXPECT_EQ(cursor.number(3), 0x030201U);
  EXPECT_TRUE(cursor.ok());
  EXPECT_TRUE(cursor.at_end());
}

TEST(Cursor, Leb128) {
  SectionBuilder bytes;
  for (std::uint64_t value : {0ULL, 127ULL, 128ULL, 624485ULL, ~0ULL}) bytes.uleb(value);
  for (std::int64_t value :
       std::initializer_list<std::int64_t>{0, -1, 63, -64, 64, -123456, INT64_MIN})
    bytes.sleb(value);
  Cursor cursor(bytes.bytes());
  for (std::uint64_t value : {0ULL, 127ULL, 128ULL, 624485ULL, ~0ULL}) {
    EXPECT_EQ(cursor.uleb(), value);
  }
  for (std::int64_t value :
       std::initializer_list<std::int64_t>{0, -1, 63, -64, 64, -123456, INT64_MIN}) {
    EXPECT_EQ(cursor.sleb(), value);
  }
  EXPECT_TRUE(cursor.ok());
}

TEST(Cursor, ANumberThatNeverEndsIsNone) {
  std::vector<std::byte> bytes(100, std::byte{0x80});
  Cursor cursor(bytes);
  EXPECT_EQ(cursor.uleb(), 0U);
  EXPECT_FALSE(cursor.ok());
}

TEST(Cursor, PastTheEndEverythingIsZero) {
  SectionBuilder bytes;
  bytes.u16(7);
  Cursor cursor(bytes.bytes());
  EXPECT_EQ(cursor.fixed<std::uint32_t>(), 0U);
  EXPECT_FALSE(cursor.ok());
  EXPECT_TRUE(cursor.at_end());
  EXPECT_EQ(cursor.fixed<std::uint8_t>(), 0U);
  EXPECT_EQ(cursor.sleb(), 0);
  EXPECT_EQ(cursor.string(), "");
  Cursor skipping(bytes.bytes());
  skipping.skip(UINT64_MAX);
  EXPECT_FALSE(skipping.ok());
}

TEST(Cursor, AStringWithoutAnEndIsNone) {
  SectionBuilder bytes;
  bytes.text("whole").u8('c').u8('u').u8('t');
  Cursor cursor(bytes.bytes());
  EXPECT_EQ(cursor.string(), "whole");
  EXPECT_EQ(cursor.string(), "");
  EXPECT_FALSE(cursor.ok());
}

}  // namespace
}  // namespace cxprof::dwarf
