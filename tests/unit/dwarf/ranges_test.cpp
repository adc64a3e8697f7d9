#include "runner/dwarf/ranges.h"

#include <dwarf.h>
#include <gtest/gtest.h>

#include "tests/unit/dwarf/section_builder.h"

namespace cxprof::dwarf {
namespace {

// The ranges of a unit whose own DIE has these attributes.
std::vector<Range> ranges_of_unit(bool version_5, std::initializer_list<std::uint64_t> attributes,
                                  const SectionBuilder& values, Sections sections) {
  SectionBuilder table;
  table.abbreviation(1, DW_TAG_compile_unit, false, attributes).u8(0);
  SectionBuilder dies;
  dies.uleb(1).append(values);
  SectionBuilder info = version_5 ? unit_5(dies) : unit_4(dies);
  sections.info = info.bytes();
  sections.abbrev = table.bytes();
  File file(nullptr, sections, false);
  std::vector<Range> ranges{{1, 2}};
  ranges_of(root_of(file.units().at(0))->die, ranges);
  return ranges;
}

using Ranges = std::vector<Range>;

TEST(Ranges, FromLowToHighAddress) {
  EXPECT_EQ(ranges_of_unit(false, {DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_addr},
                           SectionBuilder().u64(0x1000).u64(0x1010), {}),
            (Ranges{{0x1000, 0x1010}}));
  EXPECT_EQ(ranges_of_unit(false, {DW_AT_high_pc, DW_FORM_data4, DW_AT_low_pc, DW_FORM_addr},
                           SectionBuilder().u32(0x20).u64(0x1000), {}),
            (Ranges{{0x1000, 0x1020}}));
  EXPECT_EQ(ranges_of_unit(false, {DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_udata},
                           SectionBuilder().u64(0x1000).uleb(0), {}),
            Ranges{});
  EXPECT_EQ(ranges_of_unit(false, {DW_AT_low_pc, DW_FORM_addr}, SectionBuilder().u64(0x1000), {}),
            Ranges{});
}

TEST(Ranges, OfDwarf4CountFromTheUnitsOrAChosenBase) {
  SectionBuilder lists;
  lists.u64(0);  // the list begins at 8
  lists.u64(0x10).u64(0x20);
  lists.u64(0x30).u64(0x30);              // empty
  lists.u64(UINT64_MAX).u64(0x5000);      // another base
  lists.u64(0x1).u64(0x2).u64(0).u64(0);  // and the end
  lists.u64(0x100).u64(0x200);
  EXPECT_EQ(ranges_of_unit(false, {DW_AT_ranges, DW_FORM_sec_offset, DW_AT_low_pc, DW_FORM_addr},
                           SectionBuilder().u32(8).u64(0x1000), {.ranges = lists.bytes()}),
            (Ranges{{0x1010, 0x1020}, {0x5001, 0x5002}}));
}

TEST(Ranges, ThatAreCutEndThere) {
  SectionBuilder lists;
  lists.u64(0x10).u64(0x20).u64(0x30);
  EXPECT_EQ(ranges_of_unit(false, {DW_AT_ranges, DW_FORM_sec_offset}, SectionBuilder().u32(0),
                           {.ranges = lists.bytes()}),
            (Ranges{{0x10, 0x20}}));
  EXPECT_EQ(ranges_of_unit(false, {DW_AT_ranges, DW_FORM_sec_offset}, SectionBuilder().u32(999),
                           {.ranges = lists.bytes()}),
            Ranges{});
}

TEST(Ranges, OfDwarf5InEveryForm) {
  SectionBuilder addresses;
  addresses.u32(28).u16(5).u8(8).u8(0).u64(0x10000).u64(0x20000).u64(0x30000);
  SectionBuilder lists;
  lists.u32(0).u16(5).u8(8).u8(0).u32(1).u32(4);  // header, and one offset from behind it
  lists.u8(DW_RLE_offset_pair).uleb(0x10).uleb(0x20);
  lists.u8(DW_RLE_base_addressx).uleb(1).u8(DW_RLE_offset_pair).uleb(0x1).uleb(0x2);
  lists.u8(DW_RLE_startx_endx).uleb(0).uleb(2);
  lists.u8(DW_RLE_startx_length).uleb(2).uleb(0x40);
  lists.u8(DW_RLE_base_address).u64(0x7000).u8(DW_RLE_offset_pair).uleb(0x1).uleb(0x3);
  lists.u8(DW_RLE_start_end).u64(0x8000).u64(0x8001);
  lists.u8(DW_RLE_start_length).u64(0x9000).uleb(0x5);
  lists.u8(DW_RLE_startx_length).uleb(77).uleb(0x40);  // no such address
  lists.u8(DW_RLE_end_of_list);
  lists.u8(DW_RLE_start_length).u64(0xa000).uleb(0x5);
  Ranges expected{{0x1010, 0x1020}, {0x20001, 0x20002}, {0x10000, 0x30000}, {0x30000, 0x30040},
                  {0x7001, 0x7003}, {0x8000, 0x8001},   {0x9000, 0x9005}};
  Sections sections{.rnglists = lists.bytes(), .addr = addresses.bytes()};
  EXPECT_EQ(ranges_of_unit(true, {DW_AT_low_pc, DW_FORM_addr, DW_AT_ranges, DW_FORM_rnglistx},
                           SectionBuilder().u64(0x1000).uleb(0), sections),
            expected);
  EXPECT_EQ(ranges_of_unit(true, {DW_AT_low_pc, DW_FORM_addr, DW_AT_ranges, DW_FORM_sec_offset},
                           SectionBuilder().u64(0x1000).u32(16), sections),
            expected);
  EXPECT_EQ(
      ranges_of_unit(true, {DW_AT_ranges, DW_FORM_rnglistx}, SectionBuilder().uleb(900), sections),
      Ranges{});
}

TEST(Ranges, AnUnknownKindEndsTheList) {
  SectionBuilder lists;
  lists.u8(DW_RLE_start_length).u64(0x9000).uleb(0x5).u8(0x77).u64(0);
  EXPECT_EQ(ranges_of_unit(true, {DW_AT_ranges, DW_FORM_sec_offset}, SectionBuilder().u32(0),
                           {.rnglists = lists.bytes()}),
            (Ranges{{0x9000, 0x9005}}));
}

TEST(Ranges, OfGnusSplitUnitsStandInTheSkeletonsFile) {
  SectionBuilder skeleton_table;
  skeleton_table.abbreviation(
      1, DW_TAG_compile_unit, false,
      {DW_AT_low_pc, DW_FORM_addr, DW_AT_GNU_ranges_base, DW_FORM_sec_offset});
  skeleton_table.u8(0);
  SectionBuilder skeleton_dies;
  skeleton_dies.uleb(1).u64(0x4000).u32(16);
  SectionBuilder skeleton_info = unit_4(skeleton_dies);
  SectionBuilder lists;
  lists.u64(0).u64(0).u64(0).u64(0).u64(0x10).u64(0x20).u64(0).u64(0);
  File main(
      nullptr,
      {.info = skeleton_info.bytes(), .abbrev = skeleton_table.bytes(), .ranges = lists.bytes()},
      false);
  SectionBuilder table;
  table.abbreviation(1, DW_TAG_compile_unit, false, {DW_AT_ranges, DW_FORM_sec_offset}).u8(0);
  SectionBuilder dies;
  dies.uleb(1).u32(16);
  SectionBuilder info = unit_4(dies);
  File split(nullptr, {.info = info.bytes(), .abbrev = table.bytes()}, true);
  Unit& unit = split.units().at(0);
  unit.skeleton = &main.units().at(0);
  std::vector<Range> ranges;
  ranges_of(root_of(unit)->die, ranges);
  EXPECT_EQ(ranges, (Ranges{{0x4010, 0x4020}}));
}

}  // namespace
}  // namespace cxprof::dwarf
