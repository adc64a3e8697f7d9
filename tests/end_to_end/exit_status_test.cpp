// However the program ends: its status is ours, and its profile is whole.
#include <csignal>

#include "tests/end_to_end/harness/cxprof.h"

namespace cxprof::test {
namespace {

struct End {
  const char* name;
  std::vector<std::string> arguments;
  std::vector<std::string> options;
  int exit_code;
  int signal;
};

class ExitStatus : public testing::TestWithParam<End> {};

TEST_P(ExitStatus, IsTheProgramsAndTheProfileIsWhole) {
  CXPROF_REQUIRE_RECORDING();
  TemporaryDirectory root;
  std::vector<std::string> program{CXPROF_WORKLOADS "/ends"};
  program.insert(program.end(), GetParam().arguments.begin(), GetParam().arguments.end());
  ProfiledRun run = profile_program(root.path(), GetParam().options, program);
  EXPECT_EQ(run.result.exit_code, GetParam().exit_code) << run.result.err;
  EXPECT_EQ(run.result.signal, GetParam().signal);
  EXPECT_GE(profiled_samples(run.profile), 20U);
  EXPECT_GT(share_of(run.profile, "user_time", "burn_before_the_end"), 90.0);
}

void PrintTo(const End& end, std::ostream* out) { *out << end.name; }

INSTANTIATE_TEST_SUITE_P(
    Ends, ExitStatus,
    testing::Values(End{"Zero", {"exit", "0"}, {}, 0, 0}, End{"Three", {"exit", "3"}, {}, 3, 0},
                    End{"SeventySeven", {"exit", "77"}, {}, 77, 0},
                    End{"TwoHundredFiftyFive", {"exit", "255"}, {}, 255, 0},
                    End{"Segv", {"signal", std::to_string(SIGSEGV)}, {}, -1, SIGSEGV},
                    End{"Abort", {"abort"}, {}, -1, SIGABRT},
                    End{"Kill", {"signal", std::to_string(SIGKILL)}, {}, -1, SIGKILL},
                    End{"IgnoresTermAtTheTimeLimit", {"never"}, {"--timeout", "2"}, 124, 0}),
    [](const auto& test_case) { return test_case.param.name; });

TEST(ExitStatusOfCommands, NotFoundAndNotExecutable) {
  TemporaryDirectory root;
  EXPECT_EQ(profile_program(root.path(), {}, {"./no-such-program"}).result.exit_code, 127);
  EXPECT_EQ(profile_program(root.path(), {}, {"/etc/passwd"}).result.exit_code, 126);
}

TEST(ExitStatusOfCommands, WrongUsageIs125) {
  EXPECT_EQ(run_command({CXPROF_RUNNER, "run", "--frequency", "none", "--", "true"}).exit_code,
            125);
  EXPECT_EQ(run_command({CXPROF_RUNNER, "report", "/nonexistent"}).exit_code, 125);
  EXPECT_EQ(run_command({CXPROF_RUNNER}).exit_code, 125);
  CommandResult version = run_command({CXPROF_RUNNER, "--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_EQ(version.out, "cxprof " CXPROF_VERSION "\n");
}

TEST(ExitStatusOfCommands, WithoutPerfTheProgramStillRunsOnce) {
  TemporaryDirectory root;
  std::vector<std::string> without_perf{"--perf", root.path() / "no-perf"};
  ProfiledRun plain = profile_program(root.path(), without_perf, {"sh", "-c", "echo ran; exit 7"});
  EXPECT_EQ(plain.result.exit_code, 7);
  EXPECT_EQ(lines_of(read_file(plain.directory / "stdout.txt")), std::vector<std::string>{"ran"});

  without_perf.emplace_back("--require-samples");
  EXPECT_EQ(profile_program(root.path(), without_perf, {"true"}).result.exit_code, 1);
  without_perf.back() = "--skip-unavailable";
  EXPECT_EQ(profile_program(root.path(), without_perf, {"true"}).result.exit_code, 77);
  EXPECT_EQ(profile_program(root.path(), without_perf, {"false"}).result.exit_code, 1);
}

}  // namespace
}  // namespace cxprof::test
