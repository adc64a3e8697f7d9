#include <dwarf.h>
#include <gmock/gmock.h>

#include "runner/unwind/cfi/pointer_encoding.h"
#include "tests/unit/unwind/frame_builder.h"

namespace cxprof::cfi {
namespace {

using testing::Eq;
using testing::Optional;

constexpr std::uint64_t minus_two = UINT64_MAX - 1;

// `bytes` stand at position 4 of a section at 0x1000.
std::optional<std::uint64_t> pointer(unsigned encoding, const Bytes& bytes,
                                     std::uint8_t address_size = 8, bool in_function = true) {
  Bytes all = Bytes().fixed(std::uint32_t{0}).add(bytes);
  PointerBases bases;
  bases.section = 0x1000;
  bases.text = 0x20000;
  bases.data = 0x300000;
  if (in_function) bases.function = 0x4000000;
  bases.address_size = address_size;
  ByteCursor cursor(all.data, 4);
  auto result = read_pointer(cursor, static_cast<std::uint8_t>(encoding), bases);
  EXPECT_TRUE(!result || cursor.at_end());
  return result;
}

TEST(CfiPointer, EveryFormat) {
  EXPECT_THAT(pointer(DW_EH_PE_absptr, Bytes().fixed(minus_two)), Optional(minus_two));
  EXPECT_THAT(pointer(DW_EH_PE_absptr, Bytes().fixed(0x87654321U), 4), Optional(0x87654321U));
  EXPECT_THAT(pointer(DW_EH_PE_absptr, Bytes().fixed(std::uint16_t{0x8765}), 2), Optional(0x8765U));
  EXPECT_THAT(pointer(DW_EH_PE_signed, Bytes().fixed(-2), 4), Optional(minus_two));
  EXPECT_THAT(pointer(DW_EH_PE_signed, Bytes().fixed(minus_two)), Optional(minus_two));
  EXPECT_THAT(pointer(DW_EH_PE_uleb128, Bytes().uleb(624485)), Optional(624485U));
  EXPECT_THAT(pointer(DW_EH_PE_uleb128, Bytes().uleb(UINT64_MAX)), Optional(UINT64_MAX));
  EXPECT_THAT(pointer(DW_EH_PE_udata2, Bytes().fixed(std::uint16_t{0xfffe})), Optional(0xfffeU));
  EXPECT_THAT(pointer(DW_EH_PE_udata4, Bytes().fixed(0xfffffffeU)), Optional(0xfffffffeU));
  EXPECT_THAT(pointer(DW_EH_PE_udata8, Bytes().fixed(minus_two)), Optional(minus_two));
  EXPECT_THAT(pointer(DW_EH_PE_sleb128, Bytes().sleb(-2)), Optional(minus_two));
  EXPECT_THAT(pointer(DW_EH_PE_sleb128, Bytes().sleb(INT64_MIN)), Optional(1ULL << 63));
  EXPECT_THAT(pointer(DW_EH_PE_sdata2, Bytes().fixed(std::int16_t{-2})), Optional(minus_two));
  EXPECT_THAT(pointer(DW_EH_PE_sdata4, Bytes().fixed(-2)), Optional(minus_two));
  EXPECT_THAT(pointer(DW_EH_PE_sdata8, Bytes().fixed(std::int64_t{-2})), Optional(minus_two));
}

TEST(CfiPointer, EveryBase) {
  Bytes minus_four = Bytes().fixed(-4);
  EXPECT_THAT(pointer(DW_EH_PE_pcrel | DW_EH_PE_sdata4, minus_four), Optional(0x1000U));
  EXPECT_THAT(pointer(DW_EH_PE_textrel | DW_EH_PE_sdata4, minus_four), Optional(0x1fffcU));
  EXPECT_THAT(pointer(DW_EH_PE_datarel | DW_EH_PE_sdata4, minus_four), Optional(0x2ffffcU));
  EXPECT_THAT(pointer(DW_EH_PE_funcrel | DW_EH_PE_sdata4, minus_four), Optional(0x3fffffcU));
  EXPECT_EQ(pointer(DW_EH_PE_funcrel | DW_EH_PE_sdata4, minus_four, 8, false), std::nullopt);
  Bytes aligned = Bytes().fixed(0xffffffffU).fixed(std::uint64_t{42});  // Skips 4 bytes, to 0x1008.
  EXPECT_THAT(pointer(DW_EH_PE_aligned, aligned), Optional(42U));
}

TEST(CfiPointer, WhatIsNotInTheFileIsAbsent) {
  Bytes eight = Bytes().fixed(std::uint64_t{1});
  EXPECT_EQ(pointer(DW_EH_PE_omit, eight), std::nullopt);
  EXPECT_EQ(pointer(DW_EH_PE_indirect | DW_EH_PE_pcrel | DW_EH_PE_sdata4, eight), std::nullopt);
  EXPECT_EQ(pointer(0x05, eight), std::nullopt);
  EXPECT_EQ(pointer(0x60, eight), std::nullopt);
  EXPECT_EQ(pointer(DW_EH_PE_absptr, eight, 3), std::nullopt);
  EXPECT_EQ(pointer(DW_EH_PE_udata8, Bytes().fixed(1U)), std::nullopt);
  EXPECT_EQ(pointer(DW_EH_PE_uleb128, Bytes().byte(0x80)), std::nullopt);
  EXPECT_EQ(pointer(DW_EH_PE_aligned, Bytes().byte(0)), std::nullopt);
}

TEST(CfiPointer, SkippedPointersMayBeIndirectOrOmitted) {
  Bytes bytes = Bytes().fixed(1U).fixed(std::uint64_t{2});
  ByteCursor cursor(bytes.data);
  PointerBases bases;
  EXPECT_TRUE(skip_pointer(cursor, DW_EH_PE_omit, bases));
  EXPECT_EQ(cursor.position(), 0U);
  EXPECT_TRUE(skip_pointer(cursor, DW_EH_PE_indirect | DW_EH_PE_pcrel | DW_EH_PE_sdata4, bases));
  EXPECT_EQ(cursor.position(), 4U);
  EXPECT_TRUE(skip_pointer(cursor, DW_EH_PE_absptr, bases));
  EXPECT_FALSE(skip_pointer(cursor, DW_EH_PE_absptr, bases));
}

TEST(CfiByteCursor, OverlongNumbersAreDamaged) {
  Bytes bytes;
  for (int i = 0; i < 11; ++i) bytes.byte(0x80);
  bytes.byte(0);
  ByteCursor cursor(bytes.data);
  EXPECT_EQ(cursor.uleb128(), 0U);
  EXPECT_FALSE(cursor.good());
  EXPECT_TRUE(cursor.at_end());
}

}  // namespace
}  // namespace cxprof::cfi
