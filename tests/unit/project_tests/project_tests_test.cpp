#include <gmock/gmock.h>

#include "runner/project_tests/project_files.h"
#include "runner/project_tests/test_listing.h"
#include "runner/project_tests/twin_tests.h"
#include "runner/support/error.h"

namespace cxprof {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// As ctest 3.25 prints it.
constexpr const char* listing = R"({
  "kind": "ctestInfo", "version": {"major": 1, "minor": 0},
  "tests": [
    {"name": "a b", "command": ["/b/tool", "x;y", ""],
     "properties": [
       {"name": "ENVIRONMENT", "value": ["A=1", "B=x;y"]},
       {"name": "FIXTURES_REQUIRED", "value": ["db"]},
       {"name": "LABELS", "value": ["unit"]},
       {"name": "SKIP_REGULAR_EXPRESSION", "value": ["\\[  SKIPPED \\]"]},
       {"name": "SKIP_RETURN_CODE", "value": 5},
       {"name": "TIMEOUT", "value": 12.5},
       {"name": "WILL_FAIL", "value": true},
       {"name": "WORKING_DIRECTORY", "value": "/tmp"}]},
    {"name": "not built"},
    {"name": "setup", "command": ["/b/tool"],
     "properties": [{"name": "FIXTURES_SETUP", "value": ["db"]}]},
    {"name": "off", "command": ["/b/tool"], "properties": [{"name": "DISABLED", "value": true}]},
    {"name": "by output", "command": ["/b/tool"],
     "properties": [{"name": "PASS_REGULAR_EXPRESSION", "value": ["a"]}]},
    {"name": "until match", "command": ["/b/tool"],
     "properties": [{"name": "TIMEOUT_AFTER_MATCH", "value": {"timeout": 1, "regex": ["a"]}}]},
    {"name": "profile.launched", "command": ["/bin/true"]},
    {"name": "foreign", "command": ["/bin/true"], "properties": []},
    {"name": "launched", "command": ["/usr/bin/mpirun", "-np", "2", "/b/tool", "--data=/b/libwork.so"]},
    {"name": "a b", "command": ["/b/tool"]}
  ]})";

std::vector<ProjectFile> files() {
  return {{true, "tool", "/b/tool"}, {false, "work", "/b/libwork.so"}};
}

TEST(TestListing, IsReadWithWhatDecidesHowATestRuns) {
  std::vector<ListedTest> tests = parse_test_listing(listing);
  ASSERT_EQ(tests.size(), 10U);
  const ListedTest& test = tests[0];
  EXPECT_EQ(test.name, "a b");
  EXPECT_THAT(test.command, ElementsAre("/b/tool", "x;y", ""));
  EXPECT_THAT(test.environment, ElementsAre("A=1", "B=x;y"));
  EXPECT_THAT(test.fixtures_required, ElementsAre("db"));
  EXPECT_THAT(test.skip_regular_expressions, ElementsAre(R"(\[  SKIPPED \])"));
  EXPECT_EQ(test.skip_return_code, 5);
  EXPECT_EQ(test.timeout_seconds, 12.5);
  EXPECT_EQ(test.working_directory, "/tmp");
  EXPECT_TRUE(test.will_fail);
  EXPECT_FALSE(test.is_fixture);
  EXPECT_TRUE(tests[1].command.empty());
  EXPECT_TRUE(tests[2].is_fixture);
  EXPECT_TRUE(tests[3].disabled);
  EXPECT_TRUE(tests[4].judged_by_output);
  EXPECT_TRUE(tests[5].judged_by_output);
}

TEST(TestListing, OfSomethingElseIsRefused) {
  for (const char* text :
       {"", "[]", "{}", R"({"kind": "other", "version": {"major": 1}, "tests": []})",
        R"({"kind": "ctestInfo", "version": {"major": 2}, "tests": []})",
        R"({"kind": "ctestInfo", "version": {"major": 1}, "tests": [{}]})"}) {
    EXPECT_THROW(parse_test_listing(text), Error) << text;
  }
}

TEST(ProjectFiles, AreReadFromTheTable) {
  auto read = parse_project_files("executable\ttool\t/b/a tool\nlibrary\twork\t/b/libwork.so\n");
  ASSERT_EQ(read.size(), 2U);
  EXPECT_TRUE(read[0].executable);
  EXPECT_EQ(read[0].path, "/b/a tool");
  EXPECT_EQ(read[1].target, "work");
  EXPECT_THROW(parse_project_files("tool /b/tool\n"), Error);
}

TEST(ProjectFiles, AreReplacedInWordsAndEnvironments) {
  EXPECT_EQ(with_target_files("/b/tool", files()), "@CXPROF_TARGET_FILE:tool@");
  EXPECT_EQ(with_target_files("--tool=/b/tool", files()), "--tool=@CXPROF_TARGET_FILE:tool@");
  EXPECT_EQ(with_target_files("/b/toolbox", files()), "/b/toolbox");
  EXPECT_EQ(with_target_directories("LD_LIBRARY_PATH=/x:/b:", files()),
            "LD_LIBRARY_PATH=/x:@CXPROF_TARGET_FILE_DIR:work@:");
  EXPECT_EQ(with_target_directories("TOOL=/b/tool", files()), "TOOL=@CXPROF_TARGET_FILE:tool@");
  EXPECT_EQ(with_target_directories("A=1", files()), "A=1");
}

TEST(TwinTests, AreMadeForTestsThatRunTheProjectsExecutables) {
  std::string twins = twin_tests(parse_test_listing(listing), files(), {{"sh", "run"}, {"--opt"}});
  EXPECT_THAT(twins, HasSubstr("cxprof_select_twin([=[a b]=] tool)\n"));
  EXPECT_THAT(twins, HasSubstr("cxprof_select_twin([=[launched]=] tool work)\n"));
  EXPECT_THAT(
      twins,
      HasSubstr("add_test([=[profile.a b]=] [=[sh]=] [=[run]=] [=[A=1]=] [=[B=x;y]=] [=[--]=] "
                "[=[--name]=] [=[profile.a b]=] [=[--timeout]=] [=[12.5]=] [=[--program-skips]=] "
                "[=[--skip-status]=] [=[5]=] [=[--opt]=] [=[--]=] [=[@CXPROF_TARGET_FILE:tool@]=] "
                "[=[x;y]=] [=[]=])"));
  EXPECT_THAT(
      twins,
      HasSubstr("PROPERTIES LABELS [=[profile]=] RUN_SERIAL [=[TRUE]=] FIXTURES_REQUIRED "
                "[=[db;cxprof]=] SKIP_RETURN_CODE [=[5]=] TIMEOUT [=[675]=] WORKING_DIRECTORY "
                "[=[/tmp]=] WILL_FAIL [=[TRUE]=] SKIP_REGULAR_EXPRESSION [=[\\[  SKIPPED \\]]=])"));
  EXPECT_THAT(twins,
              HasSubstr("[=[/usr/bin/mpirun]=] [=[-np]=] [=[2]=] [=[@CXPROF_TARGET_FILE:tool@]=] "
                        "[=[--data=@CXPROF_TARGET_FILE:work@]=]"));
  EXPECT_THAT(twins, HasSubstr("add_test([=[profile.a b.2]=]"));       // the second of that name
  EXPECT_THAT(twins, HasSubstr("add_test([=[profile.launched.2]=]"));  // a test has that name
  for (const char* name : {"not built", "setup", "off", "by output", "until match", "foreign"}) {
    EXPECT_THAT(twins, Not(HasSubstr(name)));
  }
}

TEST(TwinTests, BearAnyText) {
  ListedTest test;
  test.name = "x]=]y";
  test.command = {"/b/tool", "\nline", "]==]", "end]"};
  std::string twins = twin_tests({test}, files(), {});
  EXPECT_THAT(twins, HasSubstr("cxprof_select_twin([==[x]=]y]==] tool)"));
  EXPECT_THAT(twins, HasSubstr("[=[\n\nline]=] [=[]==]]=] [=[end]]=]"));
}

}  // namespace
}  // namespace cxprof
