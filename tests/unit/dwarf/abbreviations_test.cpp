#include "runner/dwarf/abbreviations.h"

#include <dwarf.h>
#include <gtest/gtest.h>

#include "tests/unit/dwarf/section_builder.h"

namespace cxprof::dwarf {
namespace {

TEST(Abbreviations, KnowTheSizeOfADieWhereItIsFixed) {
  SectionBuilder bytes;
  bytes.abbreviation(1, DW_TAG_variable, false,
                     {DW_AT_name, DW_FORM_strp, DW_AT_decl_line, DW_FORM_data2, DW_AT_external,
                      DW_FORM_flag_present});
  bytes.abbreviation(2, DW_TAG_variable, false,
                     {DW_AT_name, DW_FORM_string, DW_AT_decl_line, DW_FORM_data2});
  bytes.u8(0);
  Budget budget(1000);
  AbbreviationTable table(bytes.bytes(), {4, 4, 8}, budget);
  EXPECT_EQ(table.find(1)->size, 6U);
  EXPECT_EQ(table.find(2)->size, Abbreviation::not_fixed);
  EXPECT_EQ(table.attributes(*table.find(2)).size(), 2U);
  EXPECT_EQ(table.attributes(*table.find(2))[1].name, DW_AT_decl_line);
  AbbreviationTable wide(bytes.bytes(), {4, 8, 8}, budget);
  EXPECT_EQ(wide.find(1)->size, 10U);
}

TEST(Abbreviations, NoteWhatWalksLookFor) {
  SectionBuilder bytes;
  bytes.abbreviation(1, DW_TAG_subprogram, true,
                     {DW_AT_abstract_origin, DW_FORM_ref4, DW_AT_low_pc, DW_FORM_addr,
                      DW_AT_sibling, DW_FORM_ref4});
  bytes.abbreviation(2, DW_TAG_subprogram, true,
                     {DW_AT_name, DW_FORM_string, DW_AT_sibling, DW_FORM_ref4});
  bytes.u8(0);
  Budget budget(1000);
  AbbreviationTable table(bytes.bytes(), {4, 4, 8}, budget);
  EXPECT_TRUE(table.find(1)->has_code);
  EXPECT_TRUE(table.find(1)->has_abstract_origin);
  EXPECT_TRUE(table.find(1)->has_children);
  EXPECT_EQ(table.find(1)->sibling_offset, 12U);
  EXPECT_FALSE(table.find(2)->has_code);
  EXPECT_TRUE(table.find(2)->has_sibling);
  EXPECT_EQ(table.find(2)->sibling_offset, Abbreviation::not_fixed);
}

TEST(Abbreviations, ImplicitConstantsStandInTheTable) {
  SectionBuilder bytes;
  bytes.uleb(1).uleb(DW_TAG_variable).u8(0);
  bytes.uleb(DW_AT_decl_file).uleb(DW_FORM_implicit_const).sleb(-3);
  bytes.uleb(DW_AT_decl_line).uleb(DW_FORM_data1).uleb(0).uleb(0).u8(0);
  Budget budget(1000);
  AbbreviationTable table(bytes.bytes(), {5, 4, 8}, budget);
  EXPECT_EQ(table.find(1)->size, 1U);
  EXPECT_EQ(table.attributes(*table.find(1))[0].implicit, -3);
}

TEST(Abbreviations, AnyCodeMayBeUsed) {
  SectionBuilder bytes;
  for (std::uint64_t code : {5ULL, 1ULL, 2ULL, 1ULL << 63}) {
    bytes.abbreviation(code, 0x10 + (code & 0xf), false, {});
  }
  bytes.u8(0);
  Budget budget(1000);
  AbbreviationTable table(bytes.bytes(), {5, 4, 8}, budget);
  EXPECT_EQ(table.find(5)->tag, 0x15);
  EXPECT_EQ(table.find(1)->tag, 0x11);
  EXPECT_EQ(table.find(2)->tag, 0x12);
  EXPECT_EQ(table.find(1ULL << 63)->tag, 0x10);
  EXPECT_EQ(table.find(0), nullptr);
  EXPECT_EQ(table.find(3), nullptr);
}

TEST(Abbreviations, ADamagedTableEndsAtTheDamage) {
  SectionBuilder bytes;
  bytes.abbreviation(1, DW_TAG_variable, false, {DW_AT_name, DW_FORM_strp});
  bytes.uleb(2).uleb(DW_TAG_variable).u8(0).uleb(DW_AT_name);
  Budget budget(1000);
  AbbreviationTable table(bytes.bytes(), {5, 4, 8}, budget);
  EXPECT_NE(table.find(1), nullptr);
  EXPECT_EQ(table.find(2), nullptr);
}

}  // namespace
}  // namespace cxprof::dwarf
