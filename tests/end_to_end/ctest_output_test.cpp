// Profiled tests under a real CTest: what its Test.xml says of tests that pass, fail, crash, run
// too long, print much, or cannot be recorded.
#include <fstream>

#include "tests/end_to_end/harness/ctest_project.h"
#include "tests/end_to_end/harness/cxprof.h"
#include "tests/end_to_end/harness/test_xml.h"

namespace cxprof::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::string ends = CXPROF_WORKLOADS "/ends";
const std::string nasty_names = CXPROF_WORKLOADS "/nasty_names";

class CTestOutput : public testing::Test {
 protected:
  // Runs all tests; gives their results by Test.xml, whose form is checked.
  std::vector<TestResult> results(const CommandOptions& options = {}) {
    ctest_ = project_.ctest({"-T", "Test", "--no-compress-output"}, options);
    std::filesystem::path xml = project_.test_xml();
    EXPECT_THAT(test_xml_violations(xml), IsEmpty());
    if (run_command({"sh", "-c", "command -v xmllint"}).exit_code == 0) {
      std::filesystem::path schema = shared_directory() / "data" / "cdash" / "Test.xsd";
      bool at_hand = !shared_directory().empty() && std::filesystem::exists(schema);
      EXPECT_EQ(xmllint_complaints(xml, at_hand ? schema : ""), "");
    }
    EXPECT_THAT(ctest_.out + ctest_.err, Not(HasSubstr("Error parsing XML")));
    return read_test_xml(xml);
  }

  nlohmann::json profile_of(const std::string& test) {
    return nlohmann::json::parse(read_file(project_.run_directory(test) / "profile.json"));
  }

  CTestProject project_;
  CommandResult ctest_;
};

// "  65.0%  1650.00ms   1650  symbol…" → its samples.
std::uint64_t samples_in(const std::string& row) {
  return std::stoull(row.substr(row.find("ms") + 2));
}

// A function's row begins so and may go on with its object and "(inlined)".
void expect_same_ranking(const std::string& table, const nlohmann::json& ranking) {
  std::vector<std::string> rows = lines_of(table);
  if (ranking.empty()) {
    EXPECT_THAT(table, StartsWith("no "));
    return;
  }
  ASSERT_EQ(rows.size(), ranking.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(samples_in(rows[i]), ranking[i].at("samples").get<std::uint64_t>());
    EXPECT_THAT(rows[i], HasSubstr("  " + ranking[i].at("symbol").get<std::string>()));
  }
}

// Every measurement says what profile.json says.
void expect_same_numbers(const TestResult& result, const nlohmann::json& profile) {
  auto number = [&](const std::string& name) { return std::stod(result.value(name).value()); };
  const auto& summary = profile.at("summary");
  EXPECT_EQ(number("cxprof.samples"), summary.at("profiled_samples").get<double>());
  EXPECT_NEAR(number("cxprof.cpu_ms"), summary.at("profiled_time_ms").get<double>(), 0.0006);
  const auto& rankings = profile.at("rankings");
  bool user_code = !rankings.at("user_time").empty();
  const auto& leaders = rankings.at(user_code ? "user_time" : "self_time");
  for (std::size_t i = 0; i < 3; ++i) {
    std::string name = "cxprof.top" + std::to_string(i + 1);
    ASSERT_EQ(result.value(name).has_value(), i < leaders.size()) << name;
    if (i >= leaders.size()) break;
    EXPECT_NEAR(number(name + ".percent"),
                leaders[i].at("percent_of_profiled_samples").get<double>(), 0.0006);
    EXPECT_EQ(result.find(name)->type, "text/string");
    EXPECT_EQ(result.find(name + ".percent")->type, "numeric/double");
  }
  for (const char* ranking : {"user_time", "self_time", "inclusive_time"}) {
    std::string name = std::string("cxprof.") + ranking;
    ASSERT_NE(result.find(name), nullptr) << name;
    EXPECT_EQ(result.find(name)->type, "text/preformatted");
    expect_same_ranking(*result.value(name), rankings.at(ranking));
  }
  for (const char* ranking : {"runtime_leaf_attributed_to_user", "hot_lines"}) {
    std::string text = result.value(std::string("cxprof.") + ranking).value();
    std::size_t rows = rankings.at(ranking).size();
    EXPECT_EQ(lines_of(text).size(), std::max<std::size_t>(rows, 1)) << text;
  }
}

TEST_F(CTestOutput, APassingTestCarriesItsProfile) {
  CXPROF_REQUIRE_RECORDING();
  project_.add_profiled_test("passes", {ends, "exit", "0"});
  TestResult result = result_of(results(), "passes");
  EXPECT_EQ(result.status, "passed");
  expect_same_numbers(result, profile_of("passes"));
  EXPECT_EQ(result.value("cxprof.top1"), "burn_before_the_end()");
  EXPECT_THAT(
      *result.value("Completion Status"),
      testing::MatchesRegex("burn_before_the_end\\(\\) [0-9.]+ % of user time, [0-9]+ samples"));
  EXPECT_THAT(result.log, HasSubstr("Top user time:"));
  EXPECT_THAT(result.log, Not(HasSubstr("<CTest")));
}

TEST_F(CTestOutput, FilesAreAttachedUnderNamesOfTheTest) {
  CXPROF_REQUIRE_RECORDING();
  project_.add_profiled_test("a test", {ends, "exit", "0"});
  TestResult result = result_of(results(), "a test");
  std::filesystem::path directory = project_.run_directory("a_test");
  for (const char* name : {"profile.json", "report.txt"}) {
    const NamedMeasurement* file = result.find(std::string("cxprof.") + name);
    ASSERT_NE(file, nullptr) << name;
    EXPECT_EQ(file->type, "file");
    EXPECT_EQ(file->filename, std::string("a_test.") + name);
    EXPECT_EQ(attached_file(*file), read_file(directory / name));
  }
}

TEST_F(CTestOutput, AFailingTestKeepsMeasurements) {
  CXPROF_REQUIRE_RECORDING();
  project_.add_profiled_test("fails", {ends, "exit", "3"});
  TestResult result = result_of(results(), "fails");
  EXPECT_EQ(result.status, "failed");
  EXPECT_EQ(result.value("Exit Value"), "3");
  expect_same_numbers(result, profile_of("fails"));
  EXPECT_THAT(result.value("cxprof.findings").value(), HasSubstr("exited with 3"));
}

TEST_F(CTestOutput, ACrashIsTheSameCrashWithMeasurements) {
  CXPROF_REQUIRE_RECORDING();
  project_.add_test("plain", {ends, "signal", "11"});
  project_.add_profiled_test("crashes", {ends, "signal", "11"});
  auto all = results();
  const TestResult& plain = result_of(all, "plain");
  const TestResult& result = result_of(all, "crashes");
  EXPECT_EQ(result.status, "failed");
  EXPECT_EQ(result.value("Exit Code"), "SEGFAULT");
  EXPECT_EQ(result.value("Exit Code"), plain.value("Exit Code"));
  EXPECT_THAT(ctest_.out, HasSubstr("crashes (SEGFAULT)"));
  expect_same_numbers(result, profile_of("crashes"));
}

TEST_F(CTestOutput, AtTheTimeLimitMeasurementsAreKept) {
  CXPROF_REQUIRE_RECORDING();
  project_.add_profiled_test("hangs", {ends, "never"}, {"--timeout", "1"});
  TestResult result = result_of(results(), "hangs");
  EXPECT_EQ(result.status, "failed");
  EXPECT_EQ(result.value("Exit Value"), "124");
  expect_same_numbers(result, profile_of("hangs"));
  EXPECT_THAT(*result.value("Completion Status"),
              StartsWith("stopped at the time limit; burn_before_the_end() "));
}

TEST_F(CTestOutput, MuchOutputCostsNoMeasurement) {
  CXPROF_REQUIRE_RECORDING();
  const std::string much =
      "i=0; while [ $i -lt 30000 ]; do echo \"line $i padding padding padding padding\"; "
      "i=$((i+1)); done; exit ";
  project_.add_profiled_test("long", {"sh", "-c", much + "0"});
  project_.add_profiled_test("long and wrong", {"sh", "-c", much + "1"});
  auto all = results();
  for (const char* name : {"long", "long and wrong"}) {
    const TestResult& result = result_of(all, name);
    EXPECT_GT(std::stod(result.value("cxprof.samples").value()), 0) << name;
    EXPECT_THAT(result.log, HasSubstr("Profile: ")) << name;
    EXPECT_LT(result.log.size(), 400U * 1024U) << name;  // Of more than a megabyte.
  }
}

TEST_F(CTestOutput, NamesStandIntactAndNoiseHurtsNothing) {
  CXPROF_REQUIRE_RECORDING();
  project_.add_profiled_test("nasty", {nasty_names});
  TestResult result = result_of(results(), "nasty");
  EXPECT_EQ(result.status, "passed");
  expect_same_numbers(result, profile_of("nasty"));
  std::string self_time = result.value("cxprof.self_time").value();
  EXPECT_THAT(self_time, HasSubstr("std::vector<int, std::allocator<int> >::operator<<(int)"));
  EXPECT_THAT(self_time,
              HasSubstr("shop::Column<int, std::allocator<int> >::operator<<(int const&)"));
}

TEST_F(CTestOutput, TheProgramsOutputFollowsByteForByte) {
  CXPROF_REQUIRE_RECORDING();
  CommandResult plain = run_command({nasty_names});
  TemporaryDirectory root;
  ProfiledRun run = profile_program(root.path(), {"--ctest"}, {nasty_names});
  EXPECT_EQ(run.result.exit_code, 0);
  std::string end = "\nProgram stdout:\n" + plain.out + "\nProgram stderr:\n" + plain.err;
  ASSERT_GT(run.result.out.size(), end.size());
  EXPECT_EQ(run.result.out.substr(run.result.out.size() - end.size()), end);
  EXPECT_EQ(run.result.err, "");
}

TEST_F(CTestOutput, WithoutOutputThereAreNoHeadings) {
  CXPROF_REQUIRE_RECORDING();
  TemporaryDirectory root;
  ProfiledRun run = profile_program(root.path(), {"--ctest"}, {ends, "exit", "0"});
  EXPECT_THAT(run.result.out, Not(HasSubstr("Program stdout:\n")));
  EXPECT_THAT(run.result.out, testing::EndsWith("</CTestDetails>\n"));
}

TEST_F(CTestOutput, AProgramsOwnMeasurementsArrive) {
  CXPROF_REQUIRE_RECORDING();
  project_.add_profiled_test("measures", {"sh", "-c",
                                          "echo '<CTestMeasurement type=\"numeric/double\" "
                                          "name=\"own\">7</CTestMeasurement>'"});
  TestResult result = result_of(results(), "measures");
  EXPECT_EQ(result.value("own"), "7");
  EXPECT_TRUE(result.value("cxprof.samples").has_value());
}

TEST_F(CTestOutput, WithoutPermissionTheTestIsSkippedAndSaysWhy) {
  std::vector<std::string> refused{CXPROF_TEST_REFUSE, "1"};
  auto add = [&](const std::string& name, std::vector<std::string> options,
                 const std::string& end) {
    std::vector<std::string> command = refused;
    command.insert(command.end(), {CXPROF_RUNNER, "run", "--ctest", "--skip-unavailable",
                                   "--output-dir", project_.path() / "profile", "--name", name});
    command.insert(command.end(), options.begin(), options.end());
    command.insert(command.end(), {"--", "sh", "-c", "echo ran; exit " + end});
    project_.add_test(name, command, {{"SKIP_RETURN_CODE", "77"}});
  };
  add("skipped", {}, "0");
  add("fails by itself", {}, "3");
  add("required", {"--require-recording"}, "0");
  CommandOptions without;
  without.environment["CXPROF_REQUIRE_PERF"] = "";
  auto all = results(without);

  const TestResult& skipped = result_of(all, "skipped");
  EXPECT_EQ(skipped.status, "notrun");
  EXPECT_THAT(*skipped.value("Completion Status"), StartsWith("Skipped: "));
  EXPECT_THAT(*skipped.value("Completion Status"), HasSubstr("perf_event_open"));
  EXPECT_THAT(skipped.log, HasSubstr("security-opt"));  // The advice.
  EXPECT_THAT(skipped.log, HasSubstr("Program stdout:\nran\n"));

  const TestResult& failed = result_of(all, "fails by itself");
  EXPECT_EQ(failed.status, "failed");
  EXPECT_EQ(failed.value("Exit Value"), "3");
  EXPECT_EQ(failed.value("cxprof.samples"), "0");

  const TestResult& required = result_of(all, "required");
  EXPECT_EQ(required.status, "failed");
  EXPECT_EQ(required.value("Exit Value"), "1");
  EXPECT_THAT(*required.value("Completion Status"), StartsWith("No profile: "));
  EXPECT_THAT(required.log, HasSubstr("a recording is required, but "));

  CommandOptions environment;
  environment.environment["CXPROF_REQUIRE_PERF"] = "ON";
  EXPECT_EQ(result_of(results(environment), "skipped").status, "failed");
}

TEST_F(CTestOutput, ARepeatedTestHasItsLastTrysMeasurements) {
  CXPROF_REQUIRE_RECORDING();
  // Burns and fails at first; without anything to record the second time.
  const std::string script =
      "if [ -e again ]; then exit 0; fi; : > again; i=0; "
      "while [ $i -lt 300000 ]; do i=$((i+1)); done; exit 1";
  project_.add_profiled_test("twice", {"sh", "-c", script});
  ctest_ = project_.ctest({"-T", "Test", "--no-compress-output", "--repeat", "until-pass:2"});
  TestResult result = result_of(read_test_xml(project_.test_xml()), "twice");
  EXPECT_EQ(result.status, "passed");
  EXPECT_LT(std::stod(result.value("cxprof.samples").value()), 30);
  expect_same_numbers(result, profile_of("twice"));
}

TEST_F(CTestOutput, UnderValgrindNothingRuns) {
  CommandOptions valgrind;
  valgrind.environment["LD_PRELOAD"] = "/nonexistent/vgpreload_core-amd64-linux.so";
  CommandResult result = run_command({CXPROF_RUNNER, "run", "--ctest", "--output-dir",
                                      project_.path(), "--", "sh", "-c", ": > ran"},
                                     valgrind);
  EXPECT_EQ(result.exit_code, 77);
  EXPECT_THAT(result.out, HasSubstr("<CTestDetails>Skipped: nothing is profiled under valgrind"));
  EXPECT_FALSE(std::filesystem::exists(project_.path() / "sh"));
}

TEST_F(CTestOutput, MeasurementsStandWhereReportsCannotBeWritten) {
  CXPROF_REQUIRE_RECORDING();
  TemporaryDirectory root;
  // A directory stands where profile.json would.
  const std::string script =
      "for d in " + root.path().string() + "/t/2*; do mkdir $d/profile.json; done; " + ends;
  CommandResult result = run_command({CXPROF_RUNNER, "run", "--ctest", "--output-dir", root.path(),
                                      "--name", "t", "--", "sh", "-c", script});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("cannot write "));
  EXPECT_THAT(result.out, HasSubstr("name=\"cxprof.top1\">burn_before_the_end()<"));
  EXPECT_THAT(result.out, Not(HasSubstr("CTestMeasurementFile")));
}

TEST_F(CTestOutput, OfAnOldRunAsWell) {
  CXPROF_REQUIRE_RECORDING();
  TemporaryDirectory root;
  ProfiledRun run = profile_program(root.path(), {"--ctest"}, {ends, "exit", "0"});
  CommandResult again = run_command({CXPROF_RUNNER, "report", run.directory, "--format", "ctest"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, StartsWith("<CTestMeasurement type=\"numeric/double\" "
                                    "name=\"cxprof.samples\">"));
  EXPECT_THAT(run.result.out, HasSubstr(again.out));
}

}  // namespace
}  // namespace cxprof::test
