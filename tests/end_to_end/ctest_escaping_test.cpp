// What a real CTest reads of our tags, for every value that is known to break hand-written ones.
#include <fstream>

#include "runner/report/ctest_tags.h"
#include "tests/end_to_end/harness/ctest_project.h"
#include "tests/end_to_end/harness/cxprof.h"
#include "tests/end_to_end/harness/test_xml.h"

namespace cxprof::test {
namespace {

using testing::IsEmpty;

struct Value {
  const char* name;  ///< The case's name in the handed emit.sh, or what it is about.
  std::string written;
  std::string read;
  std::string read_as_name = {};  ///< Where that differs.
};

const std::vector<Value>& values() {
  static const std::vector<Value> all{
      {"ctrl", std::string("bell \a nul \0 vt \v esc-less \x01\x1F", 29),
       "bell ? nul ? vt ? esc-less ??", "bell   nul   vt   esc-less   "},
      {"ansi", "\x1B[1mf()\x1B[0m", "?[1mf()?[0m", " [1mf() [0m"},
      {"cdata", "std::map<int, A&>::operator[] ]]> <&>", "std::map<int, A&>::operator[] ]]> <&>"},
      {"cdata section", "<![CDATA[x]]>", "<![CDATA[x]]>"},
      {"raw", "raw ]]> and <![CDATA[ and </Value> & < > \"",
       "raw ]]> and <![CDATA[ and </Value> & < > \""},
      {"badutf8", "caf\xE9 cut \xE2\x82", "caf\xEF\xBF\xBD cut \xEF\xBF\xBD\xEF\xBF\xBD"},
      {"escaped", "std::map&lt;int, A&amp;&gt;::operator[] ]]&gt;",
       "std::map&lt;int, A&amp;&gt;::operator[] ]]&gt;"},
      {"entities", "&nbsp; &copy; &#1; &#x3c;", "&nbsp; &copy; &#1; &#x3c;"},
      {"utf8", "юникод é 漢字 \xF0\x9F\x94\xA5", "юникод é 漢字 \xF0\x9F\x94\xA5"},
      {"noncharacter", "\xEF\xBF\xBF", "\xEF\xBF\xBD"},
      {"tags", "</CTestMeasurement><CTestDetails>Bogus</CTestDetails>",
       "</CTestMeasurement><CTestDetails>Bogus</CTestDetails>"},
      {"list", "a;b\\c$d[e{f@g%h", "a;b\\c$d[e{f@g%h"},
      {"lines", "one\ntwo\n\tthree", "one\ntwo\n\tthree", "one two  three"},
      {"operator", "std::vector<int, std::allocator<int> >::operator<<",
       "std::vector<int, std::allocator<int> >::operator<<"},
      {"reference", "foo(A const&, int)", "foo(A const&, int)"},
      {"arrow", "a->b 'c' \"d\"", "a->b 'c' \"d\""},
      {"full", "CTEST_FULL_OUTPUT", "CTEST_FULL_OUTPUT"}};
  return all;
}

class CTestEscaping : public testing::Test {
 protected:
  // Runs a test that prints `text`; its result.
  TestResult printed(const std::string& text) {
    std::ofstream(project_.path() / "text", std::ios::binary) << text;
    project_.add_test("prints", {"cat", project_.path() / "text"});
    CommandResult run = project_.ctest({"-T", "Test", "--no-compress-output"});
    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_EQ(run.err.find("Error parsing XML"), std::string::npos) << run.err;
    EXPECT_THAT(test_xml_violations(project_.test_xml()), IsEmpty());
    return result_of(read_test_xml(project_.test_xml()), "prints");
  }
  CTestProject project_;
};

TEST_F(CTestEscaping, EveryValueIsReadBack) {
  std::string text;
  for (const Value& value : values())
    text += ctest_text(std::string("v ") + value.name, value.written);
  TestResult result = printed(text);
  for (const Value& value : values()) {
    EXPECT_EQ(result.value(std::string("v ") + value.name), value.read) << value.name;
  }
  EXPECT_EQ(result.value("Completion Status"), "Completed");
}

TEST_F(CTestEscaping, EveryNameIsReadBack) {
  std::string text = ctest_number("self % of foo<int>(char const*) & \"x\"", 3);
  for (const Value& value : values()) text += ctest_text("n " + value.written, value.name);
  TestResult result = printed(text);
  EXPECT_EQ(result.value("self % of foo<int>(char const*) & \"x\""), "3");
  for (const Value& value : values()) {
    std::string name = "n " + (value.read_as_name.empty() ? value.read : value.read_as_name);
    EXPECT_EQ(result.value(name), value.name) << name;
  }
}

TEST_F(CTestEscaping, ManyMeasurementsAndMuchOutputLoseNone) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += ctest_number("fn_" + std::to_string(i), i);
  for (int i = 0; i < 3000; ++i) text += "line padding padding padding padding padding\n";
  text += ctest_number("late", 1);
  TestResult result = printed(text);
  for (int i = 0; i < 300; ++i)
    EXPECT_EQ(result.value("fn_" + std::to_string(i)), std::to_string(i));
  EXPECT_EQ(result.value("late"), "1");
}

TEST_F(CTestEscaping, ALargeValueIsWhole) {
  std::string large;
  while (large.size() < 1024 * 1024) large += "  61.2%  f<int>(char const*) & more\n";
  EXPECT_EQ(printed(ctest_preformatted("large", large)).value("large"), large);
}

TEST_F(CTestEscaping, DetailsStandAsTheyAre) {
  TestResult result = printed(ctest_details("operator<< & \"x\" &lt; 40 % </CTestDetails> end"));
  EXPECT_EQ(result.value("Completion Status"), "operator<< & \"x\" &lt; 40 %  end");
}

TEST_F(CTestEscaping, MissingAndEmptyFilesLeaveNoMeasurement) {
  std::ofstream(project_.path() / "profile.json") << R"({"a":1})";
  std::ofstream(project_.path() / "empty").close();
  TestResult result = printed(ctest_file("profile", project_.path() / "profile.json") +
                              ctest_file("missing", "/no/such/file.json") +
                              ctest_file("empty", project_.path() / "empty"));
  ASSERT_NE(result.find("profile"), nullptr);
  EXPECT_EQ(result.find("profile")->filename, "profile.json");
  EXPECT_EQ(attached_file(*result.find("profile")), R"({"a":1})");
  EXPECT_EQ(result.find("missing"), nullptr);
  EXPECT_EQ(result.find("empty"), nullptr);
}

// The checker of the other tests: it must see what it is there for.
TEST(TestXmlChecker, SeesWhatCTestMakesOfAMissingFile) {
  CTestProject project;
  project.add_test("attaches nothing",
                   {"echo",
                    "<CTestMeasurementFile type=\"file\" name=\"f\">/no/such/file"
                    "</CTestMeasurementFile>"});
  project.ctest({"-T", "Test"});
  EXPECT_THAT(
      test_xml_violations(project.test_xml()),
      testing::ElementsAre("attaches nothing, f: attribute text", "attaches nothing, f: no type"));
}

}  // namespace
}  // namespace cxprof::test
