#include "runner/dwarf/die.h"

#include <dwarf.h>
#include <gtest/gtest.h>

#include "tests/unit/dwarf/section_builder.h"

namespace cxprof::dwarf {
namespace {

// Codes of the abbreviations below.
enum : std::uint64_t { unit = 1, named, linked, refined, inlined, across, alternate };

SectionBuilder abbreviations() {
  SectionBuilder bytes;
  bytes.abbreviation(unit, DW_TAG_compile_unit, true, {});
  bytes.abbreviation(named, DW_TAG_subprogram, false,
                     {DW_AT_name, DW_FORM_strp, DW_AT_decl_line, DW_FORM_data1});
  bytes.abbreviation(linked, DW_TAG_subprogram, false,
                     {DW_AT_name, DW_FORM_string, DW_AT_linkage_name, DW_FORM_string});
  bytes.abbreviation(refined, DW_TAG_subprogram, false, {DW_AT_specification, DW_FORM_ref4});
  bytes.abbreviation(inlined, DW_TAG_inlined_subroutine, false,
                     {DW_AT_abstract_origin, DW_FORM_ref4});
  bytes.abbreviation(across, DW_TAG_inlined_subroutine, false,
                     {DW_AT_abstract_origin, DW_FORM_ref_addr});
  bytes.abbreviation(alternate, DW_TAG_inlined_subroutine, false,
                     {DW_AT_abstract_origin, DW_FORM_GNU_ref_alt});
  return bytes.u8(0);
}

TEST(Die, NamesComeThroughOriginsAndSpecifications) {
  SectionBuilder table = abbreviations();
  SectionBuilder dies;
  dies.uleb(unit);
  std::uint64_t declaration = unit_header_4 + dies.size();
  dies.uleb(linked).text("run").text("_ZN4Task3runEv");
  std::uint64_t definition = unit_header_4 + dies.size();
  dies.uleb(refined).u32(declaration);
  std::uint64_t call = unit_header_4 + dies.size();
  dies.uleb(inlined).u32(definition).uleb(0);
  SectionBuilder info = unit_4(dies);
  File file(nullptr, {.info = info.bytes(), .abbrev = table.bytes()}, false);
  Unit& it = file.units().at(0);
  Die die = die_at(it, it.begin + call);
  ASSERT_TRUE(die);
  EXPECT_EQ(plain_name(die), "run");
  EXPECT_EQ(linkage_name(die), "_ZN4Task3runEv");
  EXPECT_EQ(abstract_instance(die).at, it.begin + definition);
  EXPECT_EQ(inherited_attribute(die, DW_AT_name).die.at, it.begin + declaration);
  EXPECT_FALSE(inherited_attribute(die, DW_AT_decl_file).value);
}

TEST(Die, OriginsMayStandInAnotherUnitOrFile) {
  SectionBuilder table = abbreviations();
  SectionBuilder strings;
  strings.text("").text("far_away");
  SectionBuilder first_dies;
  first_dies.uleb(unit).uleb(named).u32(1).u8(42).uleb(0);
  SectionBuilder info = unit_4(first_dies);
  SectionBuilder dies;
  dies.uleb(unit);
  dies.uleb(across).u32(unit_header_4 + 1);
  dies.uleb(alternate).u32(unit_header_4 + 1).uleb(0);
  std::uint64_t second = info.size();
  info.append(unit_4(dies));
  Sections sections{.info = info.bytes(), .abbrev = table.bytes(), .str = strings.bytes()};
  File file(nullptr, sections, false);
  SectionBuilder other_strings;
  other_strings.text("x").text("shared");
  // Offset 1 of the other file's strings is empty, 2 is "shared".
  SectionBuilder other_dies;
  other_dies.uleb(unit).uleb(named).u32(2).u8(7).uleb(0);
  SectionBuilder other_info = unit_4(other_dies);
  file.find_alternate_by([&] {
    return std::make_unique<File>(
        nullptr,
        Sections{.info = other_info.bytes(), .abbrev = table.bytes(), .str = other_strings.bytes()},
        false);
  });
  Unit& it = *file.unit_at_offset(second);
  Die here = die_at(it, it.first + 1);
  EXPECT_EQ(plain_name(here), "far_away");
  EXPECT_EQ(constant(inherited_attribute(here, DW_AT_decl_line).value), 42U);
  Die elsewhere = die_at(it, it.first + 6);
  EXPECT_EQ(plain_name(elsewhere), "shared");
  EXPECT_EQ(constant(inherited_attribute(elsewhere, DW_AT_decl_line).value), 7U);
}

TEST(Die, WithoutItsAlternateFileANameIsNotKnown) {
  SectionBuilder table = abbreviations();
  SectionBuilder dies;
  dies.uleb(unit).uleb(alternate).u32(unit_header_4 + 1).uleb(0);
  SectionBuilder info = unit_4(dies);
  File file(nullptr, {.info = info.bytes(), .abbrev = table.bytes()}, false);
  Unit& it = file.units().at(0);
  EXPECT_EQ(plain_name(die_at(it, it.first + 1)), "");
}

TEST(Die, CirclesOfOriginsEnd) {
  SectionBuilder table = abbreviations();
  SectionBuilder dies;
  dies.uleb(unit).uleb(inlined).u32(unit_header_4 + 1).uleb(0);
  SectionBuilder info = unit_4(dies);
  File file(nullptr, {.info = info.bytes(), .abbrev = table.bytes()}, false);
  Unit& it = file.units().at(0);
  Die die = die_at(it, it.first + 1);
  EXPECT_EQ(abstract_instance(die).at, die.at);
  EXPECT_EQ(plain_name(die), "");
}

TEST(Die, ReferencesThatDangleAreNone) {
  SectionBuilder table = abbreviations();
  SectionBuilder dies;
  dies.uleb(unit).uleb(inlined).u32(0x1000).uleb(across).u32(0x1000).uleb(inlined).u32(2).uleb(0);
  SectionBuilder info = unit_4(dies);
  File file(nullptr, {.info = info.bytes(), .abbrev = table.bytes()}, false);
  Unit& it = file.units().at(0);
  for (std::ptrdiff_t at : {1, 6, 11}) {
    Die die = die_at(it, it.first + at);
    ASSERT_TRUE(die);
    EXPECT_FALSE(referenced(die, DW_AT_abstract_origin)) << at;
  }
  EXPECT_FALSE(die_at(it, it.end));
  EXPECT_FALSE(die_at(it, it.begin));
}

TEST(Die, IndexedStringsAndAddressesCountFromTheUnitsBases) {
  SectionBuilder table;
  table.abbreviation(
      1, DW_TAG_compile_unit, false,
      {DW_AT_name, DW_FORM_strx1, DW_AT_comp_dir, DW_FORM_line_strp, DW_AT_low_pc, DW_FORM_addrx,
       DW_AT_str_offsets_base, DW_FORM_sec_offset, DW_AT_addr_base, DW_FORM_sec_offset});
  table.u8(0);
  SectionBuilder strings;
  strings.text("no").text("yes.cpp");
  SectionBuilder line_strings;
  line_strings.text("/home");
  SectionBuilder offsets;
  offsets.u32(12).u16(5).u16(0).u32(0).u32(3);
  SectionBuilder addresses;
  addresses.u32(20).u16(5).u8(8).u8(0).u64(0x1000).u64(0x2000);
  SectionBuilder dies;
  dies.uleb(1).u8(1).u32(0).uleb(1).u32(8).u32(8);
  SectionBuilder info = unit_5(dies);
  File file(nullptr,
            {.info = info.bytes(),
             .abbrev = table.bytes(),
             .str = strings.bytes(),
             .line_str = line_strings.bytes(),
             .addr = addresses.bytes(),
             .str_offsets = offsets.bytes()},
            false);
  const UnitRoot* root = root_of(file.units().at(0));
  ASSERT_NE(root, nullptr);
  EXPECT_EQ(root->name, "yes.cpp");
  EXPECT_EQ(root->compilation_directory, "/home");
  EXPECT_EQ(root->base_address, 0x2000U);
  EXPECT_FALSE(address(file.units()[0], {DW_FORM_addrx, 2}));
  EXPECT_EQ(text(file.units()[0], {DW_FORM_strx, UINT64_MAX}), "");
}

// GNU's split DWARF 4: indices count from the skeleton's base, strings from the file's beginning.
TEST(Die, OfASplitUnitHasItsAddressesInTheSkeleton) {
  SectionBuilder skeleton_table;
  skeleton_table.abbreviation(1, DW_TAG_compile_unit, false,
                              {DW_AT_GNU_dwo_name, DW_FORM_string, DW_AT_GNU_dwo_id, DW_FORM_data8,
                               DW_AT_GNU_addr_base, DW_FORM_sec_offset});
  skeleton_table.u8(0);
  SectionBuilder skeleton_dies;
  skeleton_dies.uleb(1).text("a.dwo").u64(0x1234).u32(16);
  SectionBuilder skeleton_info = unit_4(skeleton_dies);
  SectionBuilder addresses;
  addresses.u64(1).u64(2).u64(0x5000).u64(0x6000);
  File main(
      nullptr,
      {.info = skeleton_info.bytes(), .abbrev = skeleton_table.bytes(), .addr = addresses.bytes()},
      false);
  SectionBuilder split_table;
  split_table.abbreviation(1, DW_TAG_compile_unit, false,
                           {DW_AT_name, DW_FORM_GNU_str_index, DW_AT_GNU_dwo_id, DW_FORM_data8});
  split_table.u8(0);
  SectionBuilder split_dies;
  split_dies.uleb(1).uleb(1).u64(0x1234);
  SectionBuilder split_info = unit_4(split_dies);
  SectionBuilder strings;
  strings.text("b").text("split.cpp");
  SectionBuilder offsets;
  offsets.u32(0).u32(2);
  File split(nullptr,
             {.info = split_info.bytes(),
              .abbrev = split_table.bytes(),
              .str = strings.bytes(),
              .str_offsets = offsets.bytes()},
             true);
  Unit& unit = split.units().at(0);
  unit.skeleton = &main.units().at(0);
  EXPECT_EQ(root_of(*unit.skeleton)->split_file, "a.dwo");
  EXPECT_EQ(root_of(unit)->split_id, root_of(*unit.skeleton)->split_id);
  EXPECT_EQ(root_of(unit)->name, "split.cpp");
  EXPECT_EQ(address(unit, {DW_FORM_GNU_addr_index, 1}), 0x6000U);
  EXPECT_FALSE(address(unit, {DW_FORM_GNU_addr_index, 2}));
}

}  // namespace
}  // namespace cxprof::dwarf
