#include "runner/analyze/function_pattern.h"

#include <gmock/gmock.h>

#include "runner/analyze/function_spellings.h"
#include "runner/analyze/nearest_names.h"

namespace cxprof {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

bool is(const char* written, const char* symbol, const char* mangled = "") {
  return FunctionPattern(written).matches_literally(symbol, mangled);
}
bool globs(const char* written, const char* symbol, const char* mangled = "") {
  return FunctionPattern(written).matches_as_glob(symbol, mangled);
}

constexpr const char* escape =
    "app::text::escape_naive(std::basic_string_view<char, "
    "std::char_traits<char> >, int) const";

TEST(FunctionPattern, NamespacesMayBeLeftOut) {
  EXPECT_TRUE(is("escape_naive", escape));
  EXPECT_TRUE(is("text::escape_naive", escape));
  EXPECT_TRUE(is("app::text::escape_naive", escape));
  EXPECT_TRUE(is("::app::text::escape_naive", escape));
  EXPECT_FALSE(is("app::escape_naive", escape));
  EXPECT_FALSE(is("::escape_naive", escape));
  EXPECT_FALSE(is("app::text", escape));
  EXPECT_FALSE(is("escape", escape));
  EXPECT_FALSE(is("Escape_naive", escape));
  EXPECT_FALSE(is("", escape));
  EXPECT_FALSE(is("naive", "app::escape::naive_one()"));
}

TEST(FunctionPattern, ParametersMayBeGivenInAnySpelling) {
  EXPECT_TRUE(is("escape_naive(std::string_view, int) const", escape));
  EXPECT_TRUE(is("escape_naive(std::string_view,int)", escape));
  EXPECT_TRUE(
      is("app::text::escape_naive( std::basic_string_view<char, std::char_traits<char>>, "
         "int )",
         escape));
  EXPECT_FALSE(is("escape_naive(std::string_view)", escape));
  EXPECT_FALSE(is("escape_naive()", escape));
  EXPECT_TRUE(
      is("f(const char*, const std::map<int, X>&)", "f(char const*, std::map<int, X> const&)"));
  EXPECT_TRUE(is("f(char*)", "f(char*)"));
  EXPECT_FALSE(is("f(char*)", "f(char const*)"));
}

TEST(FunctionPattern, AbiTagsAndReturnTypesAreNoMatter) {
  constexpr const char* tagged =
      "render[abi:cxx11](std::__cxx11::basic_string<char, std::char_traits<char>, "
      "std::allocator<char> > const&)";
  EXPECT_TRUE(is("render", tagged));
  EXPECT_TRUE(is("render[abi:cxx11]", tagged));
  EXPECT_TRUE(is("render(std::string const&)", tagged));
  EXPECT_TRUE(is("render(const std::string&)", tagged));
  EXPECT_TRUE(is("std::string render(std::string const&)", tagged)) << "plain symbols have no type";
  EXPECT_TRUE(is("visit", "unsigned long app::visit<int>(int)"));
  EXPECT_TRUE(is("unsigned long app::visit<int>(int)", "unsigned long app::visit<int>(int)"));
  EXPECT_TRUE(is("unsigned long visit", "unsigned long app::visit<int>(int)"));
  EXPECT_FALSE(is("int visit", "unsigned long app::visit<int>(int)"));
}

TEST(FunctionPattern, TemplateArgumentsMayBeLeftOut) {
  constexpr const char* push = "void app::Queue<std::pair<int, char> >::push<long>(long)";
  EXPECT_TRUE(is("push", push));
  EXPECT_TRUE(is("push<long>", push));
  EXPECT_TRUE(is("Queue::push", push));
  EXPECT_TRUE(is("Queue::push<long>", push));
  EXPECT_TRUE(is("Queue<std::pair<int,char>>::push", push));
  EXPECT_TRUE(is("app::Queue<std::pair<int, char> >::push<long>(long)", push));
  EXPECT_FALSE(is("push<int>", push));
  EXPECT_FALSE(is("Queue<int>::push", push));
  EXPECT_TRUE(is("std::string::append",
                 "std::__cxx11::basic_string<char, std::char_traits<char>, "
                 "std::allocator<char> >::append(char const*)"));
  EXPECT_TRUE(is("basic_string::append",
                 "std::__cxx11::basic_string<char, std::char_traits<char>, "
                 "std::allocator<char> >::append(char const*)"));
  EXPECT_TRUE(is("std::vector<int, std::allocator<int> >::operator[]",
                 "std::vector<int, std::allocator<int> >::operator[](unsigned long)"));
  EXPECT_TRUE(is("std::vector<int>::operator[]",
                 "std::vector<int, std::allocator<int> >::operator[](unsigned long)"));
}

TEST(FunctionPattern, Operators) {
  constexpr const char* shift = "std::vector<int, std::allocator<int> >::operator<<(int)";
  EXPECT_TRUE(is("operator<<", shift));
  EXPECT_FALSE(is("operator<", shift));
  EXPECT_TRUE(is("operator<< <char>", "std::ostream& app::operator<< <char>(std::ostream&, char)"));
  EXPECT_TRUE(is("operator<<", "std::ostream& app::operator<< <char>(std::ostream&, char)"));
  EXPECT_TRUE(is("A::operator()", "app::A::operator()(int) const"));
  EXPECT_TRUE(is("operator bool", "app::A::operator bool() const"));
  EXPECT_TRUE(is("A::operator std::string", "app::A::operator std::string()"));
  EXPECT_FALSE(is("string", "app::A::operator std::string()"));
  EXPECT_TRUE(is("operator new", "operator new(unsigned long)"));
  EXPECT_FALSE(is("operator new", "operator new[](unsigned long)"));
  EXPECT_TRUE(is("operator=", "app::A::operator=(app::A const&)"));
  EXPECT_FALSE(is("operator=", "app::A::operator==(app::A const&)"));
}

TEST(FunctionPattern, AnonymousNamespacesLambdasAndLocalFunctions) {
  EXPECT_TRUE(is("hidden", "app::(anonymous namespace)::hidden(int)"));
  EXPECT_TRUE(is("app::hidden", "app::(anonymous namespace)::hidden(int)"));
  EXPECT_TRUE(is("app::(anonymous namespace)::hidden", "app::(anonymous namespace)::hidden(int)"));
  EXPECT_TRUE(is("hidden", "(anonymous namespace)::hidden(int)"));
  EXPECT_FALSE(is("main", "main::{lambda(int)#1}::operator()(int) const"));
  EXPECT_TRUE(
      is("main::{lambda(int)#1}::operator()", "main::{lambda(int)#1}::operator()(int) const"));
  EXPECT_TRUE(is("f::local", "f(int)::local()"));
  EXPECT_TRUE(is("f(int)::local", "f(int)::local()"));
  EXPECT_FALSE(is("f", "f(int)::local()"));
  EXPECT_TRUE(is("sum", "sum(int*, int) [clone ._omp_fn.0]"));
}

TEST(FunctionPattern, NamesThatAreNotCxx) {
  EXPECT_TRUE(is("memcpy", "memcpy"));
  EXPECT_FALSE(is("memcpy", "memcpy@plt"));
  EXPECT_TRUE(is("memcpy@plt", "memcpy@plt"));
  EXPECT_TRUE(is("[libc.so.6]", "[libc.so.6]"));
  EXPECT_FALSE(is("libc.so.6", "[libc.so.6]"));
  EXPECT_FALSE(globs("*", "[libc.so.6]"));
  EXPECT_TRUE(globs("[lib*]", "[libc.so.6]"));
}

TEST(FunctionPattern, MangledNamesMatchWhole) {
  EXPECT_TRUE(is("_Z6renderi", "render(int)", "_Z6renderi"));
  EXPECT_TRUE(is("_Z6renderi", "render(int)", "_Z6renderi.cold"));
  EXPECT_TRUE(is("_ZSt4cout", "std::cout", "_ZSt4cout@@GLIBCXX_3.4"));
  EXPECT_FALSE(is("_Z6render", "render(int)", "_Z6renderi"));
  EXPECT_TRUE(globs("_Z6render*", "render(int)", "_Z6renderi"));
}

TEST(FunctionPattern, GlobsAreStarsAndQuestionMarksOnly) {
  EXPECT_TRUE(globs("escape_*", escape));
  EXPECT_TRUE(globs("*::escape_?aive", escape));
  EXPECT_TRUE(globs("app::*", escape));
  EXPECT_TRUE(globs("*naive*", escape));
  EXPECT_FALSE(globs("escape_?", escape));
  EXPECT_FALSE(globs("[e]scape_*", escape)) << "no brackets";
  EXPECT_TRUE(globs("operator[]", "A::operator[](int)"));
  EXPECT_TRUE(globs("f(*)", "app::f(int, char)"));
  EXPECT_TRUE(globs("push<*>", "void push<long>(long)"));
  EXPECT_TRUE(globs("operator*", "A::operator==(A const&)")) << "a glob when nothing is so called";
  EXPECT_FALSE(is("operator*", "A::operator==(A const&)"));
  EXPECT_TRUE(is("operator*", "A::operator*(A const&)"));
  EXPECT_FALSE(FunctionPattern("escape_naive").has_glob());
}

TEST(GlobMatches, BacktracksInLinearSpace) {
  EXPECT_TRUE(glob_matches("", ""));
  EXPECT_TRUE(glob_matches("*", ""));
  EXPECT_TRUE(glob_matches("a*b*c", "a--b--b--c"));
  EXPECT_FALSE(glob_matches("a*b*c", "a--b--b--"));
  EXPECT_TRUE(glob_matches("**a?", "bbaab"));
  EXPECT_FALSE(glob_matches("a?", "a"));
  EXPECT_FALSE(glob_matches("*a*a*a*a*a*a*a*b", std::string(5000, 'a')));
}

TEST(FunctionSpellings, ShortAndUnqualifiedNames) {
  EXPECT_EQ(unqualified_function_name("void ns::A<int>::f<char>(int) const"), "f");
  EXPECT_EQ(unqualified_function_name("operator<< <int>(int)"), "operator<<");
  EXPECT_EQ(unqualified_function_name(""), "");
  EXPECT_EQ(name_without_parameters("void ns::A<int>::f[abi:cxx11](std::basic_string<char>)"),
            "ns::A<int>::f");
  EXPECT_EQ(name_without_parameters("void ns::A<int>::f<char>(int)"), "ns::A<int>::f");
  EXPECT_EQ(name_without_parameters("memcpy@plt"), "memcpy@plt");
}

TEST(NearestNames, TheMostAlikeFirst) {
  std::vector<std::string> names{
      "app::render_naive(int)", "app::escape_naive(int)", "escape_fast()", "main", "[libc.so.6]",
      "app::render_naive(char)"};
  EXPECT_THAT(nearest_names("escape_naiv", names, 2),
              ElementsAre("app::escape_naive", "escape_fast"));
  EXPECT_THAT(nearest_names("wrong::Escape_Fast", names, 1), ElementsAre("escape_fast"));
  EXPECT_THAT(nearest_names("render_naive", names, 2),
              ElementsAre("app::render_naive", "app::escape_naive"));
  EXPECT_THAT(nearest_names("render_naive", names, 9), testing::SizeIs(4)) << "each once";
  EXPECT_THAT(nearest_names("x", {}, 3), IsEmpty());
}

TEST(NearestNames, TiesStandByName) {
  EXPECT_THAT(nearest_names("ab", {"ad()", "ac()", "ae()"}, 2), ElementsAre("ac", "ad"));
}

}  // namespace
}  // namespace cxprof
