#include "runner/report/ctest_tags.h"

#include <gmock/gmock.h>

#include <clocale>
#include <cmath>
#include <fstream>
#include <limits>

#include "tests/unit/report/scratch_directory.h"

namespace cxprof {
namespace {

std::string text_tag(const std::string& name, const std::string& value) {
  return "<CTestMeasurement type=\"text/string\" name=\"" + name + "\">" + value +
         "</CTestMeasurement>\n";
}

TEST(CTestText, EscapesWhatXmlReads) {
  EXPECT_EQ(ctest_text("n", "std::vector<int, std::allocator<int> >::operator<<"),
            text_tag("n", "std::vector&lt;int, std::allocator&lt;int&gt; &gt;::operator&lt;&lt;"));
  EXPECT_EQ(ctest_text("n", "foo(A const&, int)"), text_tag("n", "foo(A const&amp;, int)"));
  EXPECT_EQ(ctest_text("n", "a->b"), text_tag("n", "a-&gt;b"));
  EXPECT_EQ(ctest_text("n", "]]>"), text_tag("n", "]]&gt;"));
  EXPECT_EQ(ctest_text("n", "<![CDATA[x]]>"), text_tag("n", "&lt;![CDATA[x]]&gt;"));
  EXPECT_EQ(ctest_text("n", "&nbsp;&lt;&#1;"), text_tag("n", "&amp;nbsp;&amp;lt;&amp;#1;"));
  EXPECT_EQ(ctest_text("n", "\"it's\""), text_tag("n", "&quot;it&apos;s&quot;"));
}

TEST(CTestText, EscapesNamesToo) {
  EXPECT_EQ(ctest_text("self of foo<int>(char const*) & \"x\" 'y'", "1"),
            text_tag("self of foo&lt;int&gt;(char const*) &amp; &quot;x&quot; &apos;y&apos;", "1"));
}

TEST(CTestText, ControlCharactersOfValuesBecomeQuestionMarks) {
  EXPECT_EQ(ctest_text("n", "\x1B[31mred\x1B[0m\a\v\x7F\r"), text_tag("n", "?[31mred?[0m????"));
  EXPECT_EQ(ctest_text("n", std::string("a\0b", 3)), text_tag("n", "a?b"));
  EXPECT_EQ(ctest_text("n", "a\tb\nc"), text_tag("n", "a\tb\nc"));
}

TEST(CTestText, ControlCharactersOfNamesBecomeBlanks) {
  EXPECT_EQ(ctest_text("a\tb\nc\x1B"
                       "d\x7F",
                       "1"),
            text_tag("a b c d ", "1"));
}

TEST(CTestText, IsUtf8WhateverCame) {
  EXPECT_EQ(ctest_text("имя", "юникод é 漢字 \xF0\x9F\x94\xA5"),
            text_tag("имя", "юникод é 漢字 \xF0\x9F\x94\xA5"));
  EXPECT_EQ(ctest_text("n\xE9", "caf\xE9 \xE2\x82"),
            text_tag("n\xEF\xBF\xBD", "caf\xEF\xBF\xBD \xEF\xBF\xBD\xEF\xBF\xBD"));
}

TEST(CTestText, NoncharactersThatXmlForbidsAreReplaced) {
  EXPECT_EQ(ctest_text("n", "\xEF\xBF\xBE\xEF\xBF\xBF\xEF\xBF\xBC"),
            text_tag("n", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBC"));
}

TEST(CTestText, WhatCMakeReadsIsLiteral) {
  EXPECT_EQ(ctest_text("a;b", "a;b\\c$d[e{f@g%h"), text_tag("a;b", "a;b\\c$d[e{f@g%h"));
}

TEST(CTestText, EmptyIsWrittenInFull) {
  EXPECT_EQ(ctest_text("", ""), text_tag("", ""));
  EXPECT_EQ(ctest_preformatted("n", ""),
            "<CTestMeasurement type=\"text/preformatted\" name=\"n\"></CTestMeasurement>\n");
}

std::string number(const std::string& value) {
  return "<CTestMeasurement type=\"numeric/double\" name=\"n\">" + value + "</CTestMeasurement>\n";
}

TEST(CTestNumber, IsPlainDecimals) {
  EXPECT_EQ(ctest_number("n", 28.3), number("28.3"));
  EXPECT_EQ(ctest_number("n", 1497), number("1497"));
  EXPECT_EQ(ctest_number("n", 100.0 / 3), number("33.333"));
  EXPECT_EQ(ctest_number("n", 1e-9), number("0"));
  EXPECT_EQ(ctest_number("n", -1e-9), number("0"));
  EXPECT_EQ(ctest_number("n", 0), number("0"));
  EXPECT_EQ(ctest_number("n", 1e15), number("1000000000000000"));
}

TEST(CTestNumber, OfNoNumberIsNoTag) {
  EXPECT_EQ(ctest_number("n", std::nan("")), "");
  EXPECT_EQ(ctest_number("n", std::numeric_limits<double>::infinity()), "");
}

TEST(CTestNumber, KnowsNoLocale) {
  std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* comma : {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8"}) {
    if (std::setlocale(LC_ALL, comma) != nullptr) break;
  }
  std::string tag = ctest_number("n", 1.5);
  std::setlocale(LC_ALL, before.c_str());
  EXPECT_EQ(tag, number("1.5"));
}

TEST(CTestDetails, AreRaw) {
  EXPECT_EQ(ctest_details("operator<< & \"x\" takes 40 % > 30 %"),
            "<CTestDetails>operator<< & \"x\" takes 40 % > 30 %</CTestDetails>\n");
}

TEST(CTestDetails, AreOneLineWithoutClosingTags) {
  EXPECT_EQ(ctest_details("a\nb\x1B\r"), "<CTestDetails>a b  </CTestDetails>\n");
  EXPECT_EQ(ctest_details("a</CTestDetails>b"), "<CTestDetails>ab</CTestDetails>\n");
  EXPECT_EQ(ctest_details("a</CTest</CTestDetails>Details>b"), "<CTestDetails>ab</CTestDetails>\n");
  EXPECT_EQ(ctest_details("caf\xE9"), "<CTestDetails>caf\xEF\xBF\xBD</CTestDetails>\n");
}

TEST(CTestFile, IsNamedByItsAbsolutePath) {
  ScratchDirectory directory;
  std::filesystem::path file = directory.path() / "a&b <1>.json";
  std::ofstream(file) << "{}";
  std::string escaped = (directory.path() / "a&amp;b &lt;1&gt;.json").string();
  EXPECT_EQ(ctest_file("n", file), "<CTestMeasurementFile type=\"file\" name=\"n\">" + escaped +
                                       "</CTestMeasurementFile>\n");
  std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(directory.path());
  std::string relative = ctest_file("n", "a&b <1>.json");
  std::filesystem::current_path(before);
  EXPECT_EQ(relative, ctest_file("n", file));
}

TEST(CTestFile, IsNoTagWhereThereIsNothingToAttach) {
  ScratchDirectory directory;
  EXPECT_EQ(ctest_file("n", directory.path() / "missing"), "");
  EXPECT_EQ(ctest_file("n", directory.path()), "");
  std::ofstream(directory.path() / "empty").close();
  EXPECT_EQ(ctest_file("n", directory.path() / "empty"), "");
  std::ofstream(directory.path() / "latin\xE9") << "1";
  EXPECT_EQ(ctest_file("n", directory.path() / "latin\xE9"), "");
}

}  // namespace
}  // namespace cxprof
