// `cxprof report` on what a run left behind, and on what is no recording.
#include <sys/stat.h>

#include "tests/end_to_end/harness/cxprof.h"

namespace cxprof::test {
namespace {

TEST(ReportOfARun, IsTheOneThatTheRunMadeAlsoFromItsFolderAndAfterAMove) {
  CXPROF_REQUIRE_RECORDING();
  TemporaryDirectory root;
  ProfiledRun run =
      profile_program(root.path() / "before", {"--user-root", CXPROF_EXAMPLE_DIRECTORY},
                      {CXPROF_WORKLOADS "/naive", "500", "100"});
  ASSERT_EQ(run.result.exit_code, 0) << run.result.err;
  EXPECT_EQ(report_json(run.directory)["rankings"], run.profile["rankings"]);
  EXPECT_EQ(report_json(root.path() / "before" / "t")["rankings"], run.profile["rankings"]);

  std::filesystem::rename(root.path() / "before", root.path() / "after");
  nlohmann::json moved = report_json(root.path() / "after" / "t");
  EXPECT_EQ(moved["rankings"], run.profile["rankings"]);
  EXPECT_EQ(moved["program_line"], run.profile["program_line"]);

  CommandResult again = run_command({CXPROF_RUNNER, "report", root.path() / "after" / "t"});
  EXPECT_NE(again.out.find("\nRepeat: cd "), std::string::npos) << again.out;
}

TEST(ReportOfARun, NamesEveryFileOfTheRun) {
  CXPROF_REQUIRE_RECORDING();
  TemporaryDirectory root;
  ProfiledRun run = profile_program(root.path(), {}, {CXPROF_WORKLOADS "/ends", "exit", "0"});
  EXPECT_EQ(run.profile["artifacts"]["perf_script"], (run.directory / "perf-script.txt").string());
  EXPECT_EQ(run.profile["artifacts"]["runner_log"], (run.directory / "runner.log").string());
}

TEST(ReportOfNoRecording, IsOneSentence) {
  TemporaryDirectory directory;
  std::filesystem::path fifo = directory.path() / "fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  for (const std::string& input :
       {fifo.string(), directory.path().string(), std::string("/dev/zero"), std::string()}) {
    CommandResult result = run_command({"timeout", "10", CXPROF_RUNNER, "report", input});
    EXPECT_EQ(result.exit_code, 125) << input;
    EXPECT_EQ(lines_of(result.err).size(), 1U) << result.err;
    EXPECT_EQ(result.out, "");
  }
}

TEST(ClosedDescriptors, NoFileOfOursTakesTheirPlace) {
  TemporaryDirectory root;
  std::string command = "'" CXPROF_RUNNER "' run --output-dir '" + root.path().string() +
                        "' --name t -- printf '%s-%s' one two <&- >&- 2>&-";
  EXPECT_EQ(run_command({"sh", "-c", command}).exit_code, 0);
  std::filesystem::path run = root.path() / "t" / "latest";
  EXPECT_EQ(read_file(run / "stdout.txt"), "one-two");
  EXPECT_EQ(read_file(run / "runner.log").find("one-two"), std::string::npos);
  EXPECT_EQ(read_file(run / "runner.log").find("Samples:"), std::string::npos);
}

}  // namespace
}  // namespace cxprof::test
