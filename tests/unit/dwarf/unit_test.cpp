#include "runner/dwarf/unit.h"

#include <dwarf.h>
#include <gtest/gtest.h>

#include "runner/dwarf/die.h"
#include "tests/unit/dwarf/section_builder.h"

namespace cxprof::dwarf {
namespace {

SectionBuilder plain_abbreviations() {
  SectionBuilder bytes;
  bytes.abbreviation(1, DW_TAG_compile_unit, true,
                     {DW_AT_name, DW_FORM_string, DW_AT_stmt_list, DW_FORM_sec_offset});
  return bytes.u8(0);
}

SectionBuilder named_unit(std::string_view name, std::uint64_t lines, bool dwarf_64 = false) {
  SectionBuilder dies;
  dies.uleb(1).text(name);
  return dwarf_64 ? dies.u64(lines) : dies.u32(lines);
}

TEST(Units, FollowOneAnother) {
  SectionBuilder abbreviations = plain_abbreviations();
  SectionBuilder info;
  info.append(unit_4(named_unit("a.cpp", 5)));
  info.append(unit_5(named_unit("b.cpp", 6)));
  SectionBuilder wide = named_unit("c.cpp", 7, true);
  info.u32(0xffffffff).u64(wide.size() + 12).u16(5).u8(DW_UT_compile).u8(8).u64(0).append(wide);
  File file(nullptr, {.info = info.bytes(), .abbrev = abbreviations.bytes()}, false);
  ASSERT_EQ(file.units().size(), 3U);
  std::vector<std::string_view> names;
  for (Unit& unit : file.units()) names.push_back(root_of(unit)->name);
  EXPECT_EQ(names, (std::vector<std::string_view>{"a.cpp", "b.cpp", "c.cpp"}));
  EXPECT_EQ(root_of(file.units()[0])->lines, 5U);
  EXPECT_EQ(root_of(file.units()[2])->lines, 7U);
  EXPECT_EQ(file.units()[2].encoding.offset_size, 8);
  EXPECT_EQ(file.unit_at_offset(0), &file.units()[0]);
  EXPECT_EQ(file.unit_at_offset(1), nullptr);
  EXPECT_EQ(file.unit_at(info.bytes().data() + 20), &file.units()[0]);
}

TEST(Units, OfUnknownVersionsAreLeftOut) {
  SectionBuilder abbreviations = plain_abbreviations();
  SectionBuilder info;
  info.u32(7).u16(6).u32(0).u8(8);
  info.u32(7).u16(4).u32(0).u8(4);  // addresses of 4 bytes
  info.append(unit_4(named_unit("a.cpp", 5)));
  info.u32(0xfffffff0).u32(0);  // a reserved length
  info.append(unit_4(named_unit("b.cpp", 5)));
  File file(nullptr, {.info = info.bytes(), .abbrev = abbreviations.bytes()}, false);
  ASSERT_EQ(file.units().size(), 1U);
  EXPECT_EQ(root_of(file.units()[0])->name, "a.cpp");
}

TEST(Units, CutAnywhereNothingIsReadBeyond) {
  SectionBuilder abbreviations = plain_abbreviations();
  SectionBuilder info;
  info.append(unit_5(named_unit("a.cpp", 5)));
  for (std::size_t size = 0; size < info.size(); ++size) {
    File file(nullptr, {.info = info.bytes().first(size), .abbrev = abbreviations.bytes()}, false);
    EXPECT_TRUE(file.units().empty()) << size;
  }
}

TEST(Units, WithoutAbbreviationsHaveNoRoot) {
  SectionBuilder info = unit_4(named_unit("a.cpp", 5), 0x1000);
  File file(nullptr, {.info = info.bytes()}, false);
  ASSERT_EQ(file.units().size(), 1U);
  EXPECT_EQ(root_of(file.units()[0]), nullptr);
  EXPECT_FALSE(die_at(file.units()[0], file.units()[0].first));
}

TEST(Units, OfTypesAreFoundBySignature) {
  SectionBuilder abbreviations;
  abbreviations.abbreviation(1, DW_TAG_type_unit, true, {});
  abbreviations.abbreviation(2, DW_TAG_class_type, false, {DW_AT_name, DW_FORM_string});
  abbreviations.u8(0);
  SectionBuilder dies;
  dies.uleb(1).uleb(2).text("Thing").uleb(0);
  SectionBuilder types;  // DWARF 4
  types.u32(dies.size() + 19).u16(4).u32(0).u8(8).u64(0xabcd).u32(24).append(dies);
  SectionBuilder info;  // DWARF 5
  info.u32(dies.size() + 20).u16(5).u8(DW_UT_type).u8(8).u32(0).u64(0xef01).u32(25).append(dies);
  File file(nullptr,
            {.info = info.bytes(), .types = types.bytes(), .abbrev = abbreviations.bytes()}, false);
  for (std::uint64_t signature : {0xabcdULL, 0xef01ULL}) {
    Unit* unit = file.type_unit(signature);
    ASSERT_NE(unit, nullptr);
    Die type = referenced(*unit, {DW_FORM_ref_sig8, signature});
    ASSERT_TRUE(type);
    EXPECT_EQ(plain_name(type), "Thing");
  }
  EXPECT_EQ(file.type_unit(1), nullptr);
}

}  // namespace
}  // namespace cxprof::dwarf
