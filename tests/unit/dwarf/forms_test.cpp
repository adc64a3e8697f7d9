#include "runner/dwarf/forms.h"

#include <dwarf.h>
#include <gtest/gtest.h>

#include "tests/unit/dwarf/section_builder.h"

namespace cxprof::dwarf {
namespace {

constexpr Encoding dwarf_32{4, 4, 8};
constexpr Encoding dwarf_64{5, 8, 8};

// What stands there, read and skipped, each to its very end.
std::uint64_t number_of(std::uint16_t form, const SectionBuilder& bytes, Encoding encoding) {
  Cursor reading(bytes.bytes());
  Value value = read_form(reading, {DW_AT_name, form, 0}, encoding);
  EXPECT_EQ(value.form != 0, true) << form;
  EXPECT_TRUE(reading.ok() && reading.at_end()) << form;
  Cursor skipping(bytes.bytes());
  EXPECT_TRUE(skip_form(skipping, form, encoding)) << form;
  EXPECT_TRUE(skipping.at_end()) << form;
  return value.number;
}

TEST(Forms, OfAFixedSize) {
  for (std::uint16_t form :
       {DW_FORM_data1, DW_FORM_ref1, DW_FORM_flag, DW_FORM_strx1, DW_FORM_addrx1}) {
    EXPECT_EQ(number_of(form, SectionBuilder().u8(0x91), dwarf_32), 0x91U);
  }
  for (std::uint16_t form : {DW_FORM_data2, DW_FORM_ref2, DW_FORM_strx2, DW_FORM_addrx2}) {
    EXPECT_EQ(number_of(form, SectionBuilder().u16(0x9182), dwarf_32), 0x9182U);
  }
  for (std::uint16_t form : {DW_FORM_strx3, DW_FORM_addrx3}) {
    EXPECT_EQ(number_of(form, SectionBuilder().u8(1).u8(2).u8(3), dwarf_32), 0x030201U);
  }
  for (std::uint16_t form :
       {DW_FORM_data4, DW_FORM_ref4, DW_FORM_strx4, DW_FORM_addrx4, DW_FORM_ref_sup4}) {
    EXPECT_EQ(number_of(form, SectionBuilder().u32(0x91827364), dwarf_64), 0x91827364U);
  }
  for (std::uint16_t form :
       {DW_FORM_data8, DW_FORM_ref8, DW_FORM_ref_sig8, DW_FORM_ref_sup8, DW_FORM_addr}) {
    EXPECT_EQ(number_of(form, SectionBuilder().u64(1ULL << 60), dwarf_32), 1ULL << 60);
  }
}

TEST(Forms, AsLargeAsTheFormatsOffsets) {
  for (std::uint16_t form : {DW_FORM_strp, DW_FORM_line_strp, DW_FORM_sec_offset, DW_FORM_strp_sup,
                             DW_FORM_GNU_ref_alt, DW_FORM_GNU_strp_alt, DW_FORM_ref_addr}) {
    EXPECT_EQ(number_of(form, SectionBuilder().u32(77), dwarf_32), 77U);
    EXPECT_EQ(number_of(form, SectionBuilder().u64(1ULL << 40), dwarf_64), 1ULL << 40);
  }
  // DWARF 2 alone takes an address's size for references between units.
  EXPECT_EQ(number_of(DW_FORM_ref_addr, SectionBuilder().u64(77), {2, 4, 8}), 77U);
}

TEST(Forms, OfVariableSize) {
  for (std::uint16_t form :
       {DW_FORM_udata, DW_FORM_ref_udata, DW_FORM_strx, DW_FORM_addrx, DW_FORM_loclistx,
        DW_FORM_rnglistx, DW_FORM_GNU_addr_index, DW_FORM_GNU_str_index}) {
    EXPECT_EQ(number_of(form, SectionBuilder().uleb(70000), dwarf_32), 70000U);
  }
  EXPECT_EQ(number_of(DW_FORM_sdata, SectionBuilder().sleb(-5), dwarf_32),
            static_cast<std::uint64_t>(-5));
  number_of(DW_FORM_string, SectionBuilder().text("abc"), dwarf_32);
  number_of(DW_FORM_block1, SectionBuilder().u8(2).u16(0), dwarf_32);
  number_of(DW_FORM_block2, SectionBuilder().u16(2).u16(0), dwarf_32);
  number_of(DW_FORM_block4, SectionBuilder().u32(2).u16(0), dwarf_32);
  number_of(DW_FORM_block, SectionBuilder().uleb(2).u16(0), dwarf_32);
  number_of(DW_FORM_exprloc, SectionBuilder().uleb(2).u16(0), dwarf_32);
  number_of(DW_FORM_data16, SectionBuilder().u64(0).u64(0), dwarf_32);
  EXPECT_EQ(number_of(DW_FORM_indirect, SectionBuilder().uleb(DW_FORM_data2).u16(9), dwarf_32), 9U);
}

TEST(Forms, WithoutBytes) {
  EXPECT_EQ(number_of(DW_FORM_flag_present, SectionBuilder(), dwarf_32), 1U);
  Cursor cursor(Bytes{});
  EXPECT_EQ(read_form(cursor, {DW_AT_decl_file, DW_FORM_implicit_const, 12}, dwarf_64).number, 12U);
}

TEST(Forms, UnknownOrCutOnesAreNone) {
  SectionBuilder bytes;
  bytes.u64(0);
  for (std::uint16_t form : std::initializer_list<std::uint16_t>{0x00, 0x7f, 0x2d, 0xffff}) {
    Cursor cursor(bytes.bytes());
    EXPECT_FALSE(read_form(cursor, {DW_AT_name, form, 0}, dwarf_32)) << form;
    Cursor skipping(bytes.bytes());
    EXPECT_FALSE(skip_form(skipping, form, dwarf_32)) << form;
  }
  SectionBuilder cut;
  cut.uleb(200).u8(0);
  Cursor cursor(cut.bytes());
  EXPECT_FALSE(read_form(cursor, {DW_AT_name, DW_FORM_exprloc, 0}, dwarf_32));
  SectionBuilder circle;
  circle.uleb(DW_FORM_indirect).uleb(DW_FORM_indirect).uleb(DW_FORM_data1).u8(1);
  Cursor indirect(circle.bytes());
  EXPECT_FALSE(read_form(indirect, {DW_AT_name, DW_FORM_indirect, 0}, dwarf_32));
}

}  // namespace
}  // namespace cxprof::dwarf
