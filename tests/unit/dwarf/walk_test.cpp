#include "runner/dwarf/walk.h"

#include <dwarf.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/dwarf/section_builder.h"

namespace cxprof::dwarf {
namespace {

enum : std::uint64_t { unit = 1, space, function, type, type_with_sibling, variable };

SectionBuilder abbreviations() {
  SectionBuilder bytes;
  bytes.abbreviation(unit, DW_TAG_compile_unit, true, {});
  bytes.abbreviation(space, DW_TAG_namespace, true, {DW_AT_name, DW_FORM_string});
  bytes.abbreviation(function, DW_TAG_subprogram, false, {DW_AT_name, DW_FORM_string});
  bytes.abbreviation(type, DW_TAG_class_type, true, {DW_AT_name, DW_FORM_string});
  bytes.abbreviation(type_with_sibling, DW_TAG_class_type, true,
                     {DW_AT_name, DW_FORM_string, DW_AT_sibling, DW_FORM_ref4});
  bytes.abbreviation(variable, DW_TAG_variable, false, {DW_AT_location, DW_FORM_exprloc});
  return bytes.u8(0);
}

// Writes what happens as "(a b (c)…"; enters namespaces only.
struct Trace {
  std::string text;
  bool visit(const Die& die) {
    text += std::string(plain_name(die)) + " ";
    return die.tag() == DW_TAG_namespace;
  }
  void enter(const Die&) { text += "( "; }
  void leave(const std::byte*) { text += ") "; }
};

std::string trace_of(const SectionBuilder& dies, unsigned deepest = 100) {
  SectionBuilder table = abbreviations();
  SectionBuilder info = unit_4(dies);
  File file(nullptr, {.info = info.bytes(), .abbrev = table.bytes()}, false);
  Trace trace;
  walk(root_of(file.units().at(0))->die, trace, deepest);
  return trace.text;
}

TEST(Walk, EntersWhatTheVisitorWantsAndPassesTheRest) {
  SectionBuilder dies;
  dies.uleb(unit);
  dies.uleb(space).text("a").uleb(function).text("f");
  dies.uleb(type).text("T").uleb(type).text("Inner").uleb(variable).uleb(2).u16(0);
  dies.uleb(0).uleb(function).text("hidden").uleb(0);
  dies.uleb(function).text("g").uleb(0);
  dies.uleb(function).text("h").uleb(0);
  EXPECT_EQ(trace_of(dies), "a ( f T g ) h ");
}

TEST(Walk, JumpsToSiblings) {
  SectionBuilder dies;
  dies.uleb(unit);
  std::uint64_t jump = unit_header_4 + 1 + 1 + 2 + 4 + 3;
  dies.uleb(type_with_sibling).text("T").u32(jump).u8(0x7f).u8(0x7f).u8(0x7f);  // never looked at
  dies.uleb(function).text("f").uleb(0);
  EXPECT_EQ(trace_of(dies), "T f ");
}

TEST(Walk, SiblingsThatPointBackAreNotFollowed) {
  SectionBuilder dies;
  dies.uleb(unit);
  dies.uleb(type_with_sibling).text("T").u32(unit_header_4 + 1);
  dies.uleb(function).text("hidden").uleb(0);
  dies.uleb(function).text("f").uleb(0);
  EXPECT_EQ(trace_of(dies), "T f ");
}

TEST(Walk, DamageEndsItAndEverythingIsLeft) {
  SectionBuilder dies;
  dies.uleb(unit).uleb(space).text("a").uleb(space).text("b").uleb(99).uleb(0);
  EXPECT_EQ(trace_of(dies), "a ( b ( ) ) ");
}

TEST(Walk, DepthIsBounded) {
  SectionBuilder dies;
  dies.uleb(unit);
  for (int i = 0; i < 100000; ++i) dies.uleb(space).text("n");
  std::string text = trace_of(dies, 3);
  EXPECT_EQ(text, "n ( n ( n ( n ) ) ) ");
}

TEST(Walk, TheBudgetEndsIt) {
  SectionBuilder table = abbreviations();
  SectionBuilder dies;
  dies.uleb(unit);
  for (int i = 0; i < 100; ++i) dies.uleb(function).text("f");
  SectionBuilder info = unit_4(dies);
  File file(nullptr, {.info = info.bytes(), .abbrev = table.bytes()}, false);
  const UnitRoot* root = root_of(file.units().at(0));
  file.budget().spend(file.budget().left() - 10);
  Trace trace;
  walk(root->die, trace, 100);
  EXPECT_EQ(trace.text.size(), 20U);
  EXPECT_EQ(file.budget().left(), 0U);
}

}  // namespace
}  // namespace cxprof::dwarf
