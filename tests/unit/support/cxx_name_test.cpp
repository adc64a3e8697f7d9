#include "runner/support/cxx_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace cxprof {
namespace {

struct Expected {
  std::string name;
  std::string return_type;
  std::string qualified;
  std::string parameters;
};

/// What GoogleTest prints of a parameter: without it, the bytes of its pointers, other ones in each
/// run.
void PrintTo(const Expected& expected, std::ostream* out) { *out << expected.name; }

class SplitCxxName : public testing::TestWithParam<Expected> {};

TEST_P(SplitCxxName, TakesTheNameApart) {
  const Expected& expected = GetParam();
  CxxName parts = split_cxx_name(expected.name);
  EXPECT_EQ(parts.return_type, expected.return_type);
  EXPECT_EQ(parts.qualified, expected.qualified);
  EXPECT_EQ(parts.parameters, expected.parameters);
}

INSTANTIATE_TEST_SUITE_P(
    Names, SplitCxxName,
    testing::Values(
        Expected{"main", "", "main", ""},
        Expected{"render(int, std::vector<int> const&)", "", "render",
                 "(int, std::vector<int> const&)"},
        Expected{"(anonymous namespace)::anon_fn(int)", "", "(anonymous namespace)::anon_fn",
                 "(int)"},
        Expected{"S::operator<(S const&) const", "", "S::operator<", "(S const&) const"},
        Expected{"S::operator>>(S const&) const", "", "S::operator>>", "(S const&) const"},
        Expected{"S::operator->() const", "", "S::operator->", "() const"},
        Expected{"S::operator()(int (*)(int), char const (&) [3]) const", "", "S::operator()",
                 "(int (*)(int), char const (&) [3]) const"},
        Expected{"S::operator bool() const", "", "S::operator bool", "() const"},
        Expected{"S::operator,(int)", "", "S::operator,", "(int)"},
        Expected{"operator new(unsigned long)", "", "operator new", "(unsigned long)"},
        Expected{"S::operator new(unsigned long)", "", "S::operator new", "(unsigned long)"},
        Expected{"operator\"\" _lit(unsigned long long)", "", "operator\"\" _lit",
                 "(unsigned long long)"},
        Expected{"T<(color)0>::bar()", "", "T<(color)0>::bar", "()"},
        Expected{"Less<((1)<(2))>::go()", "", "Less<((1)<(2))>::go", "()"},
        Expected{"void apply<main::{lambda(int)#2}>(main::{lambda(int)#2})", "void",
                 "apply<main::{lambda(int)#2}>", "(main::{lambda(int)#2})"},
        Expected{"main::{lambda(int, std::pair<int, char> const&)#1}::operator()(int) const", "",
                 "main::{lambda(int, std::pair<int, char> const&)#1}::operator()", "(int) const"},
        Expected{"bool operator< <int>(Box<int> const&)", "bool", "operator< <int>",
                 "(Box<int> const&)"},
        Expected{"std::enable_if<true, int>::type user::pick<int>(int)",
                 "std::enable_if<true, int>::type", "user::pick<int>", "(int)"},
        Expected{"decltype(auto) visit<int>(int)", "decltype(auto)", "visit<int>", "(int)"},
        Expected{"outer(int) const::Local::go()", "", "outer(int) const::Local::go", "()"},
        Expected{"name[abi:cxx11](int)", "", "name[abi:cxx11]", "(int)"},
        Expected{"LazyCompile:*loop", "", "LazyCompile:*loop", ""}, Expected{"", "", "", ""}));

TEST(CxxBrackets, FindsArgumentsAndParametersOnly) {
  EXPECT_THAT(
      cxx_brackets("a<b<c>>(d)"),
      testing::ElementsAre(BracketPair{1, 6, 0}, BracketPair{3, 5, 1}, BracketPair{7, 9, 0}));
  EXPECT_THAT(cxx_brackets("operator<<(x)"), testing::ElementsAre(BracketPair{10, 12, 0}));
  EXPECT_THAT(cxx_brackets("(anonymous namespace)::f"), testing::IsEmpty());
  EXPECT_THAT(cxx_brackets("broken<((a"), testing::IsEmpty());
  EXPECT_THAT(cxx_brackets(")>}]"), testing::IsEmpty());
}

}  // namespace
}  // namespace cxprof
