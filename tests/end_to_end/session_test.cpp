// Sessions and merged profiles: whole runs of the real runner, one of them crashing, one timed out.
#include <algorithm>
#include <fstream>

#include "tests/end_to_end/harness/cxprof.h"

namespace cxprof::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

// One after the other in one shell, which so is the session. (`true`: a shell may replace itself by
// the last command of all.)
CommandResult in_one_shell(const std::vector<std::string>& commands) {
  std::string script;
  for (const std::string& command : commands) script += command + "\n";
  return run_command({"sh", "-c", script + "true"});
}

class ASession : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (!why_not_recordable().empty()) return;
    root_ = new TemporaryDirectory;
    const std::string run = "'" CXPROF_RUNNER "' run --session --quiet-program --output-dir '" +
                            root_->path().string() + "' ";
    result_ = in_one_shell({run + "-- '" CXPROF_WORKLOADS "/naive' 500 100",
                            run + "--name crashing -- '" CXPROF_WORKLOADS "/ends' signal 11",
                            run + "--name slow --timeout 1 -- '" CXPROF_WORKLOADS "/ends' never",
                            "echo MERGED", merge(), "echo AGAIN", merge()});
    session_ = fs::canonical(root_->path() / "session" / "latest");
  }
  static void TearDownTestSuite() { delete root_; }
  void SetUp() override { CXPROF_REQUIRE_RECORDING(); }

  static std::string merge() {
    return "'" CXPROF_RUNNER "' merge --session --output-dir '" + root_->path().string() + "'";
  }
  static json run(const char* name) {
    return json::parse(read_file(session_ / name / "profile.json"));
  }
  static std::vector<json> runs() { return {run("001-naive"), run("002-ends"), run("003-ends")}; }
  static std::string finding(const json& profile, const std::string& code) {
    for (const json& entry : profile["findings"]) {
      if (entry["code"] == code) return entry["text"];
    }
    return "";
  }

  static inline TemporaryDirectory* root_ = nullptr;
  static inline CommandResult result_;
  static inline fs::path session_;
};

TEST_F(ASession, IsMergedAndEnded) {
  EXPECT_EQ(result_.exit_code, 0);
  std::string merged = result_.out.substr(result_.out.find("MERGED\n") + 7);
  std::string again = merged.substr(merged.find("AGAIN\n") + 6);
  EXPECT_EQ(again, "No profile was taken in this session.\n");
  merged.resize(merged.find("AGAIN\n"));
  EXPECT_THAT(merged,
              testing::StartsWith("Profile: 3 runs merged (Linux perf, cpu-clock, 997 Hz)\n"));
  EXPECT_EQ(merged, read_file(session_ / "report.txt"));
  EXPECT_THAT(merged, HasSubstr("Detailed JSON report: " + (session_ / "profile.json").string()));
  EXPECT_TRUE(fs::is_empty(root_->path() / "session" / ".open"));
}

TEST_F(ASession, IsTheSumOfItsRuns) {
  json merged = json::parse(read_file(session_ / "profile.json"));
  EXPECT_EQ(merged["summary"]["executables"], 3);
  EXPECT_EQ(merged["executables"].size(), 3U);
  std::uint64_t samples = 0;
  std::uint64_t burnt = 0;
  for (const json& one : runs()) {
    EXPECT_GE(profiled_samples(one), 20U);
    samples += profiled_samples(one);
    burnt += samples_of(one["rankings"]["user_time"], "burn_before_the_end");
  }
  EXPECT_EQ(profiled_samples(merged), samples);
  EXPECT_EQ(samples_of(merged["rankings"]["user_time"], "burn_before_the_end"), burnt);
  std::uint64_t leaves = 0;
  for (const json& row : merged["rankings"]["self_time"]) leaves += row["samples"].get<unsigned>();
  EXPECT_EQ(leaves, samples);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(merged["executables"][i]["rankings"], runs()[i]["rankings"]);
    EXPECT_EQ(merged["executables"][i]["exit"], runs()[i]["run"]["exit"]);
  }
  std::string failed = finding(merged, "runs-failed");
  EXPECT_THAT(failed,
              HasSubstr("2 of 3 runs did not pass: crashing (killed by signal 11 (SIGSEGV))"));
  EXPECT_THAT(failed, HasSubstr("slow (stopped at the time limit"));
}

TEST_F(ASession, IsReportedAlikeFromWhereverItIsNamed) {
  json merged = json::parse(read_file(session_ / "profile.json"));
  EXPECT_EQ(report_json(session_), merged);
  EXPECT_EQ(report_json(root_->path() / "session"), merged);
  CommandResult again =
      run_command({CXPROF_RUNNER, "report", session_ / "profile.json", "--format", "json"});
  EXPECT_EQ(again.out, read_file(session_ / "profile.json"));
  CommandResult text = run_command({CXPROF_RUNNER, "report", session_ / "profile.json"});
  EXPECT_EQ(text.out, read_file(session_ / "report.txt"));
}

TEST_F(ASession, LeavesEachRunUnderItsName) {
  EXPECT_EQ(report_json(root_->path() / "slow")["rankings"], run("003-ends")["rankings"]);
  EXPECT_EQ(report_json(root_->path() / "naive")["rankings"], run("001-naive")["rankings"]);
  CommandResult naive = run_command({CXPROF_RUNNER, "report", root_->path() / "naive"});
  EXPECT_THAT(naive.out, HasSubstr("--buildid-dir " + root_->path().string() + " report -i"));
  std::string repeat = naive.out.substr(naive.out.find("\nRepeat: "));
  EXPECT_EQ(repeat.find("--session"), std::string::npos) << repeat;
}

TEST_F(ASession, LosesNothingWhereRunnersWereKilledOrFilesAreDamaged) {
  TemporaryDirectory copy;
  fs::path session = copy.path() / "session" / session_.filename();
  fs::create_directories(session.parent_path());
  fs::copy(session_, session, fs::copy_options::recursive);
  fs::copy(root_->path() / ".build-id", copy.path() / ".build-id", fs::copy_options::recursive);
  // Killed before it reported, before the program ended, and before it recorded anything.
  fs::remove(session / "001-naive" / "profile.json");
  fs::remove(session / "002-ends" / "profile.json");
  fs::remove(session / "002-ends" / "recording.json");
  fs::create_directories(session / "004-nothing");
  std::ofstream(session / "003-ends" / "profile.json") << "{\"report_kind\": \"cxprof.pro";

  CommandResult result = run_command({CXPROF_RUNNER, "merge", session, "--format", "json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  json merged = json::parse(result.out);
  json before = json::parse(read_file(session_ / "profile.json"));
  EXPECT_EQ(profiled_samples(merged), profiled_samples(before));
  EXPECT_EQ(merged["executables"][0]["rankings"], before["executables"][0]["rankings"]);
  EXPECT_EQ(merged["executables"][1]["exit"]["kind"], "unknown");
  EXPECT_EQ(merged["executables"][2]["exit"]["kind"], "timed_out");
  EXPECT_THAT(finding(merged, "recording-unfinished"), HasSubstr("ends: "));
  EXPECT_THAT(finding(merged, "unreadable-input"), HasSubstr("004-nothing"));
  EXPECT_THAT(result.err, HasSubstr("003-ends"));
}

TEST_F(ASession, IsOneInputOfMany) {
  CommandResult result =
      run_command({CXPROF_RUNNER, "merge", session_, session_ / "001-naive",
                   session_ / "002-ends" / "profile.json", root_->path() / "no-such", "--format",
                   "json", "--output", root_->path() / "sum.json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "");
  json merged = json::parse(read_file(root_->path() / "sum.json"));
  EXPECT_EQ(merged["summary"]["executables"], 5);
  EXPECT_THAT(finding(merged, "unreadable-input"), HasSubstr("no-such"));
}

TEST(MergeOfNothingReadable, IsOneSentenceAnd125) {
  TemporaryDirectory directory;
  std::ofstream(directory.path() / "x.json") << "{}";
  CommandResult result =
      run_command({CXPROF_RUNNER, "merge", directory.path() / "x.json", directory.path()});
  EXPECT_EQ(result.exit_code, 125);
  EXPECT_EQ(lines_of(result.err).size(), 1U) << result.err;
  EXPECT_THAT(result.err, HasSubstr("x.json"));
  EXPECT_EQ(result.out, "");
}

TEST(MergeOfNoSession, SaysSo) {
  TemporaryDirectory directory;
  CommandResult result =
      run_command({CXPROF_RUNNER, "merge", "--session", "--output-dir", directory.path()});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "No profile was taken in this session.\n");
  EXPECT_TRUE(fs::is_empty(directory.path()));
}

TEST(SessionWithoutRecording, IsMergedAllTheSame) {
  TemporaryDirectory root;
  const std::string out = " --session --output-dir '" + root.path().string() + "' ";
  const std::string run = "'" CXPROF_RUNNER "' run --perf /no/perf" + out + "-- ";
  CommandResult result =
      in_one_shell({run + "true", run + "false", "'" CXPROF_RUNNER "' merge" + out});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("2 of 2 runs have no samples: false (perf-not-found), true"));
  EXPECT_THAT(result.out, HasSubstr("1 of 2 runs did not pass: false (exited with 1)"));
}

TEST(SixteenRunnersAtOnce, AreOneSession) {
  TemporaryDirectory root;
  const std::string out = " --session --output-dir '" + root.path().string() + "' ";
  std::vector<std::string> commands;
  for (int i = 0; i < 16; ++i) {
    commands.push_back("'" CXPROF_RUNNER "' run --perf /no/perf --name n" + std::to_string(i) +
                       out + "-- true >/dev/null 2>&1 &");
  }
  commands.insert(commands.end(), {"wait", "'" CXPROF_RUNNER "' merge --format json" + out});
  CommandResult result = in_one_shell(commands);
  json merged = json::parse(result.out);
  EXPECT_EQ(merged["summary"]["executables"], 16);
  std::set<std::string> names;
  for (const json& one : merged["executables"]) names.insert(one["name"]);
  EXPECT_EQ(names.size(), 16U);
  fs::path session = fs::canonical(root.path() / "session" / "latest");
  EXPECT_TRUE(fs::is_directory(session / "001-true"));
  EXPECT_TRUE(fs::is_directory(session / "016-true"));
}

}  // namespace
}  // namespace cxprof::test
