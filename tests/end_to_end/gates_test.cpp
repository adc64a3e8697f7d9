// Budgets and tracked functions of real runs: what is over fails, what is within passes, and a gate
// that cannot fire is a failure.
#include <fstream>

#include "tests/end_to_end/harness/cxprof.h"

namespace cxprof::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* known_answer = CXPROF_WORKLOADS "/known_answer";  // 60 / 30 / 10 %

constexpr const char* named_functions = CXPROF_WORKLOADS "/gates";

class Gates : public testing::Test {
 protected:
  void SetUp() override { CXPROF_REQUIRE_RECORDING(); }

  // Many samples in little time: frame pointers are enough for leaves.
  ProfiledRun run(std::vector<std::string> options, const char* turns = "700",
                  const char* program = known_answer) {
    options.insert(options.end(), {"--call-graph", "fp", "--frequency", "9973", "--no-perf-script",
                                   "--keep-runs", "2"});
    return profile_program(root_.path(), options, {program, turns});
  }

  TemporaryDirectory root_;
};

TEST_F(Gates, JustBelowAndJustAboveTheTrueShareTwentyTimes) {
  for (int i = 0; i < 20; ++i) {
    ProfiledRun above = run({"--max-self", "takes_sixty=57%", "--strict"});
    EXPECT_EQ(above.result.exit_code, 1) << above.result.err;
    EXPECT_THAT(above.result.err, HasSubstr("more than its budget of 57 %"));
    ProfiledRun below = run({"--max-self", "takes_sixty=63%", "--strict"});
    EXPECT_EQ(below.result.exit_code, 0) << below.result.err;
    ASSERT_EQ(below.profile["budgets"][0]["verdict"], "within");
  }
}

// A function without samples is below 3 % for sure (at 99.9 %) from 351 samples on: more than one
// run has.
TEST_F(Gates, AnUndecidedBudgetIsRepeatedUntilItIsDecided) {
  ProfiledRun repeated = profile_program(
      root_.path(), {"--max-user", "never_called=3%", "--strict"}, {named_functions});
  EXPECT_EQ(repeated.result.exit_code, 0) << repeated.result.err;
  EXPECT_EQ(repeated.profile["budgets"][0]["verdict"], "within");
  EXPECT_THAT(repeated.result.out, HasSubstr("times, because the samples of one run left"));
  EXPECT_TRUE(std::filesystem::exists(repeated.directory / "repeat-2" / "perf.data"));
  EXPECT_FALSE(std::filesystem::exists(repeated.directory / "latest"));
  EXPECT_GE(profiled_samples(repeated.profile), 351U);
  std::uint64_t sum = 0;
  for (const auto& row : repeated.profile["rankings"]["self_time"]) {
    sum += row["samples"].get<std::uint64_t>();
  }
  EXPECT_EQ(sum, profiled_samples(repeated.profile));
}

TEST_F(Gates, WithoutRepetitionItIsUndecidedAndFailsOnlyIfStrict) {
  std::vector<std::string> options{"--max-user", "never_called=3%", "--repeat-within", "0"};
  ProfiledRun lenient = profile_program(root_.path(), options, {named_functions});
  EXPECT_EQ(lenient.result.exit_code, 0);
  EXPECT_EQ(lenient.profile["budgets"][0]["verdict"], "undecided");
  EXPECT_THAT(lenient.result.err, HasSubstr("warning: never_called takes 0.0 % of user time"));
  EXPECT_FALSE(std::filesystem::exists(lenient.directory / "repeat-2"));
  options.emplace_back("--strict");
  EXPECT_EQ(profile_program(root_.path(), options, {named_functions}).result.exit_code, 1);
}

TEST_F(Gates, AMisspeltNameFailsWithTheNearestOnes) {
  ProfiledRun tracked = run({"--track", "takes_sixy"}, "100");
  EXPECT_EQ(tracked.result.exit_code, 1);
  EXPECT_THAT(tracked.result.err,
              HasSubstr("error: there is no function takes_sixy to track; the nearest names are "
                        "takes_sixty, "));
  EXPECT_EQ(tracked.profile["tracked"][0]["found"], false);
  ProfiledRun budget = run({"--max-user", "takes_sixy=90"}, "100");
  EXPECT_EQ(budget.result.exit_code, 1);
  EXPECT_EQ(budget.profile["budgets"][0]["verdict"], "no_such_function");
}

TEST_F(Gates, AColdFunctionIsNoMisspeltOne) {
  ProfiledRun cold = run({"--track", "never_called", "--max-user", "work::never_called(int)=5"},
                         "150000000", named_functions);
  EXPECT_EQ(cold.result.exit_code, 0) << cold.result.err;
  EXPECT_EQ(cold.profile["tracked"][0]["found"], true);
  EXPECT_EQ(cold.profile["tracked"][0]["user_percent"], 0);
  EXPECT_EQ(cold.profile["budgets"][0]["verdict"], "within");
  EXPECT_THAT(cold.result.out, HasSubstr("    0.0%    0.0%       0.0%  never_called\n"));
}

TEST_F(Gates, AFunctionThatIsInlinedAwayWithoutASampleIsNotFound) {
  ProfiledRun inlined = run({"--track", "inlined_away"}, "150000000", named_functions);
  EXPECT_EQ(inlined.result.exit_code, 1);
  EXPECT_THAT(inlined.result.err, HasSubstr("error: there is no function inlined_away to track"));
  EXPECT_THAT(inlined.result.err, HasSubstr("work::never_called"));
  EXPECT_THAT(inlined.result.err, Not(HasSubstr("work::inlined_away")));
}

TEST_F(Gates, AnInlinedFunctionWithSamplesHasUserTimeAndNoSelfTime) {
  ProfiledRun user = run({"--max-user", "spin=50%"});
  EXPECT_EQ(user.result.exit_code, 1);
  EXPECT_EQ(user.profile["budgets"][0]["verdict"], "over") << user.result.err;
  ProfiledRun self = run({"--max-self", "spin=50%"});
  EXPECT_EQ(self.result.exit_code, 1);
  EXPECT_EQ(self.profile["budgets"][0]["verdict"], "no_such_function");
  EXPECT_THAT(self.result.err, HasSubstr("spin has samples only where it was inlined"));
}

TEST_F(Gates, AFailingProgramsStatusStands) {
  ProfiledRun failed = profile_program(root_.path(), {"--track", "no_such_function_at_all"},
                                       {CXPROF_WORKLOADS "/ends", "exit", "3"});
  EXPECT_EQ(failed.result.exit_code, 3);
}

TEST_F(Gates, ARepetitionThatFailsIsNotTheProgramsResult) {
  // Passes the first time only.
  std::string marker = root_.path() / "ran";
  std::string script = "test -e " + marker + " && { echo again; exit 9; }; touch " + marker +
                       "; echo first; exec " + named_functions;
  ProfiledRun failed = profile_program(
      root_.path(), {"--project-binary-dir", CXPROF_WORKLOADS, "--max-user", "never_called=3%"},
      {"sh", "-c", script});
  EXPECT_EQ(failed.result.exit_code, 0) << failed.result.err;
  EXPECT_THAT(failed.result.out, HasSubstr("first\n"));
  EXPECT_THAT(failed.result.out, Not(HasSubstr("\nagain\n"))) << "repetitions are quiet";
  EXPECT_THAT(failed.result.out, HasSubstr("exited with 9 when it ran again"));
  EXPECT_EQ(lines_of(read_file(failed.directory / "repeat-2" / "stdout.txt")),
            std::vector<std::string>{"again"});
  EXPECT_EQ(failed.profile["run"]["exit"]["code"], 0);
  EXPECT_EQ(failed.profile["budgets"][0]["verdict"], "undecided");
}

TEST_F(Gates, AFileAsStandardInputIsReadFromItsBeginningEachTime) {
  std::filesystem::path input = root_.path() / "input";
  { std::ofstream(input) << "a line\n"; }
  CommandOptions command;
  command.stdin_file = input;
  ProfiledRun repeated = profile_program(
      root_.path(), {"--project-binary-dir", CXPROF_WORKLOADS, "--max-user", "never_called=3%"},
      {"sh", "-c", std::string("cat; exec ") + named_functions}, command);
  EXPECT_EQ(repeated.result.exit_code, 0) << repeated.result.err;
  EXPECT_EQ(read_file(repeated.directory / "stdout.txt"), "a line\n");
  EXPECT_EQ(read_file(repeated.directory / "repeat-2" / "stdout.txt"), "a line\n");
}

TEST_F(Gates, AProgramThatMayReadAPipeIsNotRunAgain) {
  std::string command = std::string("sleep 3 | ") + CXPROF_RUNNER + " run --output-dir " +
                        root_.path().string() + " --name t --max-user never_called=3% -- " +
                        named_functions;
  CommandResult result = run_command({"sh", "-c", command});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("undecided: never_called"));
  EXPECT_THAT(result.out, HasSubstr("its standard input is a pipe"));
  EXPECT_FALSE(std::filesystem::exists(root_.path() / "t" / "latest" / "repeat-2"));
}

TEST(GatesWithoutARecording, FailOnlyIfStrict) {
  TemporaryDirectory root;
  std::vector<std::string> options{
      "--perf", root.path() / "no-perf", "--track", "nothing", "--max-user", "nothing=5"};
  ProfiledRun lenient = profile_program(root.path(), options, {"true"});
  EXPECT_EQ(lenient.result.exit_code, 0) << lenient.result.err;
  EXPECT_EQ(lenient.profile["budgets"][0]["verdict"], "undecided");
  CommandOptions strict;
  strict.environment["CXPROF_STRICT"] = "yes";
  EXPECT_EQ(profile_program(root.path(), options, {"true"}, strict).result.exit_code, 1);
}

}  // namespace
}  // namespace cxprof::test
