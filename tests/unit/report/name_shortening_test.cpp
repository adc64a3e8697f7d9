#include "runner/report/name_shortening.h"

#include <gtest/gtest.h>

#include <string>

#include "runner/support/text.h"

namespace cxprof {
namespace {

TEST(ShortenedName, LeavesAloneWhatFits) {
  std::string name = "app::render(std::vector<int> const&)";
  EXPECT_EQ(shortened_name(name, 0), name);
  EXPECT_EQ(shortened_name(name, name.size()), name);
}

TEST(ShortenedName, DropsReturnTypeThenParametersThenInnerTemplateArguments) {
  std::string name =
      "std::enable_if<true, void>::type app::Table<std::map<int, Row<Cell> >, Less>::sort<int>"
      "(std::vector<int> const&) const";
  EXPECT_EQ(
      shortened_name(name, 95),
      "app::Table<std::map<int, Row<Cell> >, Less>::sort<int>(std::vector<int> const&) const");
  EXPECT_EQ(shortened_name(name, 70),
            "app::Table<std::map<int, Row<Cell> >, Less>::sort<int>(…) const");
  EXPECT_EQ(shortened_name(name, 62),
            "app::Table<std::map<int, Row<…> >, Less>::sort<int>(…) const");
  EXPECT_EQ(shortened_name(name, 55), "app::Table<std::map<…>, Less>::sort<int>(…) const");
  EXPECT_EQ(shortened_name(name, 45), "app::Table<…>::sort<…>(…) const");
  EXPECT_EQ(shortened_name(name, 15), "app::…::sort<…>");
  EXPECT_EQ(shortened_name(name, 24), "app::Table<…>::sort<…>");
}

TEST(ShortenedName, KeepsOperatorsWhole) {
  EXPECT_EQ(shortened_name("S::operator<(app::Something const&) const", 25),
            "S::operator<(…) const");
  EXPECT_EQ(shortened_name("S::operator()(int (*)(int), char const (&) [3]) const", 25),
            "S::operator()(…) const");
  EXPECT_EQ(shortened_name("(anonymous namespace)::f<app::Something>(int, int, int)", 30),
            "(anonymous namespace)::f<…>(…)");
  EXPECT_EQ(
      shortened_name("main::{lambda(int, std::pair<int, char> const&)#1}::operator()(int)", 45),
      "main::{lambda(…)#1}::operator()(…)");
}

TEST(ShortenedName, AlwaysFitsAndIsValidForAnyBytes) {
  for (const char* name :
       {"plain_c_function_with_a_very_long_name_that_goes_on_and_on", "<<<<((((>>>>))))",
        "\xE6\xBC\xA2\xE5\xAD\x97\xE6\xBC\xA2\xE5\xAD\x97\xE6\xBC\xA2\xE5\xAD\x97",
        "e\xCC\x81"
        "e\xCC\x81"
        "e\xCC\x81"
        "e\xCC\x81"
        "e\xCC\x81"
        "e\xCC\x81",
        "\xFF\xFE\xFD\xFC\xFB\xFA\xF9\xF8", "tab\tand\x1B[31mcontrols\x7F", "operator", ""}) {
    for (std::size_t width = 1; width < 70; ++width) {
      std::string shorter = shortened_name(name, width);
      EXPECT_LE(display_width(shorter), width) << shorter;
      EXPECT_EQ(shorter, valid_utf8(shorter));
      EXPECT_EQ(shorter, printable(shorter));
    }
  }
}

TEST(MiddleShortened, KeepsBothEnds) {
  EXPECT_EQ(middle_shortened("/home/me/app/src/render.cpp:12", 20), "/home/m…ender.cpp:12");
  EXPECT_EQ(middle_shortened("short", 20), "short");
  EXPECT_EQ(middle_shortened("anything", 0), "anything");
}

}  // namespace
}  // namespace cxprof
