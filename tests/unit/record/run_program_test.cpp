// The launcher and everything around it, without a recorder.
#include "runner/record/run_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>

#include <sstream>

#include "tests/unit/record/testing.h"

namespace cxprof {
namespace {

using std::chrono::milliseconds;
using testing::contents;
using testing::TemporaryDirectory;

class RunProgram : public ::testing::Test {
 protected:
  ProgramRun run(std::vector<std::string> arguments) {
    request_.command.arguments = std::move(arguments);
    request_.stdout_file = directory_.path() / "stdout.txt";
    request_.stderr_file = directory_.path() / "stderr.txt";
    request_.quiet_program = true;
    return run_program(request_, inherited_, limits_);
  }
  std::string out() { return contents(directory_.path() / "stdout.txt"); }
  std::string err() { return contents(directory_.path() / "stderr.txt"); }

  TemporaryDirectory directory_;
  ProgramRunRequest request_;
  InheritedState inherited_ = inherited_state();
  RecordLimits limits_ = testing::test_limits();
};

TEST_F(RunProgram, TellsHowItEnded) {
  for (int code : {0, 3, 77, 125, 126, 127, 255}) {
    ProgramRun result = run({CXPROF_TEST_BURN, "0", std::to_string(code)});
    EXPECT_TRUE(result.launched);
    EXPECT_EQ(result.status, (ExitStatus{ExitKind::exited, code, 0}));
  }
  EXPECT_EQ(run({CXPROF_TEST_BURN, "0", "segv"}).status,
            (ExitStatus{ExitKind::signalled, 0, SIGSEGV}));
  EXPECT_EQ(run({CXPROF_TEST_BURN, "0", "abrt"}).status,
            (ExitStatus{ExitKind::signalled, 0, SIGABRT}));
  EXPECT_EQ(run({CXPROF_TEST_BURN, "0", "kill"}).status,
            (ExitStatus{ExitKind::signalled, 0, SIGKILL}));
}

TEST_F(RunProgram, TellsWhatCouldNotBeExecuted) {
  ProgramRun missing = run({"/nonexistent/program"});
  EXPECT_EQ(missing.status, (ExitStatus{ExitKind::not_started, 127, 0}));
  EXPECT_EQ(missing.exec_error, ENOENT);
  EXPECT_FALSE(missing.resources);
  EXPECT_EQ(run({"no-such-program-in-path"}).status.code, 127);
  EXPECT_EQ(run({directory_.path().string()}).status, (ExitStatus{ExitKind::not_started, 126, 0}));
  testing::write_file(directory_.path() / "file", "text");
  EXPECT_EQ(run({(directory_.path() / "file").string()}).status.code, 126);
}

TEST_F(RunProgram, HandsArgumentsOnUnchanged) {
  std::vector<std::string> torture{"",
                                   " ",
                                   "a b",
                                   "'",
                                   "\"",
                                   "\\",
                                   "$(touch x)",
                                   ";",
                                   "&&",
                                   "--",
                                   "-h",
                                   "*",
                                   "a\nb",
                                   "\t",
                                   "\xff\xfe\x80",
                                   "é",
                                   "%s",
                                   "`id`",
                                   "|",
                                   "--help",
                                   "#",
                                   std::string(100'000, 'x')};
  std::vector<std::string> arguments{CXPROF_TEST_SHOW, "arguments"};
  arguments.insert(arguments.end(), torture.begin(), torture.end());
  EXPECT_EQ(run(arguments).status.code, 0);
  std::string expected;
  for (const std::string& argument : torture) {
    for (char c : argument) expected += fmt::format("{:02x}", static_cast<unsigned char>(c));
    expected += ".\n";
  }
  EXPECT_EQ(out(), expected);
}

TEST_F(RunProgram, KeepsBinaryOutputByteForByteAndApart) {
  run({CXPROF_TEST_SHOW, "noise"});
  std::string direct = testing::run_command({CXPROF_TEST_SHOW, "noise"}).out;
  EXPECT_EQ(direct.size(), 12'800'000U);
  EXPECT_TRUE(out() == direct);
  EXPECT_EQ(err(), "this is stderr\n");
}

TEST_F(RunProgram, MeasuresTheProgramAlone) {
  ProgramRun result = run({CXPROF_TEST_BURN, "200", "0"});
  ASSERT_TRUE(result.resources);
  EXPECT_GE(result.resources->wall_seconds, 0.19);
  EXPECT_LT(result.resources->wall_seconds, 5);
  double cpu = *result.resources->user_cpu_seconds + *result.resources->system_cpu_seconds;
  EXPECT_NEAR(cpu, 0.2, 0.05);
}

TEST_F(RunProgram, EndsTheWholeGroupAtTheTimeLimit) {
  request_.timeout = milliseconds(200);
  limits_.grace = milliseconds(200);
  ProgramRun obeying = run({CXPROF_TEST_BURN, "0", "forever"});
  EXPECT_EQ(obeying.status, (ExitStatus{ExitKind::timed_out, 0, SIGTERM}));
  ProgramRun ignoring = run({CXPROF_TEST_BURN, "0", "ignore"});
  EXPECT_EQ(ignoring.status, (ExitStatus{ExitKind::timed_out, 0, SIGKILL}));
  EXPECT_GE(ignoring.resources->wall_seconds, 0.39);
  EXPECT_LT(ignoring.resources->wall_seconds, 3);

  // The shell dies of TERM at once; what it started ignores it and must not stay.
  run({"/bin/sh", "-c", "sh -c 'trap \"\" TERM; echo $$; while :; do :; done' & wait"});
  EXPECT_TRUE(testing::dies_soon(std::stoi(out())));
}

TEST_F(RunProgram, EndsAProgramThatLeftItsGroupAtTheTimeLimit) {
  request_.timeout = milliseconds(300);
  limits_.grace = milliseconds(20'000);
  ProgramRun result = run({CXPROF_TEST_BURN, "0", "leave-group"});
  EXPECT_EQ(result.status, (ExitStatus{ExitKind::timed_out, 0, SIGTERM}));
  EXPECT_LT(result.resources->wall_seconds, 5);
  std::istringstream printed(out());
  int program = 0;
  int group = 0;
  printed >> program >> group;
  EXPECT_NE(program, 0);
  EXPECT_NE(group, program) << "the workload did not leave its group";
}

TEST_F(RunProgram, SignalsTheProgramOnce) {
  request_.timeout = milliseconds(300);
  limits_.grace = milliseconds(300);
  run({"/bin/sh", "-c", "trap 'echo term' TERM; while :; do :; done"});
  EXPECT_EQ(out(), "term\n");
}

TEST_F(RunProgram, DoesNotWaitForWhatOutlivesTheProgram) {
  limits_.drain = milliseconds(200);
  auto start = std::chrono::steady_clock::now();
  ProgramRun result = run({"/bin/sh", "-c", "echo $$; sleep 20 & exit 4"});
  EXPECT_EQ(result.status, (ExitStatus{ExitKind::exited, 4, 0}));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_FALSE(out().empty());
  kill(-std::stoi(out()), SIGKILL);
}

TEST_F(RunProgram, RestoresWhatTheRunnerInherited) {
  inherited_.ignored_signals = 1ULL << (SIGPIPE - 1) | 1ULL << (SIGTERM - 1);
  inherited_.blocked_signals = 1ULL << (SIGUSR1 - 1);
  std::string environment = "LC_ALL=xx_XX";
  inherited_.environment = environment + '\0' + "ODD" + '\0';
  int kept = fcntl(STDERR_FILENO, F_DUPFD, 200);
  int closed = fcntl(STDERR_FILENO, F_DUPFD, 300);
  inherited_.descriptors = {kept};
  run({CXPROF_TEST_SHOW, "state"});
  close(kept);
  close(closed);
  EXPECT_EQ(out(), fmt::format("tty in={} out=0 err=0 foreground={}\nblocked {}\nignored {}\n"
                               "ignored {}\nopen {}\nLC_ALL=xx_XX\nDEBUGINFOD_URLS=(unset)\n",
                               isatty(0), isatty(0), SIGUSR1, SIGPIPE, SIGTERM, kept));
}

TEST_F(RunProgram, RunsScriptsAndWrappers) {
  std::filesystem::path script = directory_.path() / "a script";
  testing::write_file(script, "#!/bin/sh\nexec env \"$@\"\n");
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  EXPECT_EQ(run({script.string(), CXPROF_TEST_BURN, "0", "6"}).status.code, 6);
  testing::write_file(script, "exit 8\n");  // no #!: execvp(3) gives it to a shell
  EXPECT_EQ(run({script.string()}).status.code, 8);
}

TEST_F(RunProgram, UsesTheWorkingDirectory) {
  request_.command.working_directory = directory_.path();
  run({"/bin/pwd"});
  EXPECT_EQ(out(), std::filesystem::canonical(directory_.path()).string() + "\n");
}

TEST_F(RunProgram, ARecorderThatHangsIsKilledAndTheProgramHasNotRun) {
  limits_.perf_start = milliseconds(200);
  request_.wrapper = {"/bin/sh", "-c", "sleep 100"};
  ProgramRun result = run({"/bin/sh", "-c", "echo ran"});
  EXPECT_FALSE(result.launched);
  EXPECT_TRUE(result.wrapper_hung);
  EXPECT_EQ(out(), "");
}

TEST_F(RunProgram, ARecorderThatDoesNotEndIsEndedAfterTheProgram) {
  limits_.perf_finish = milliseconds(200);
  limits_.grace = milliseconds(100);
  request_.wrapper = {"/bin/sh", "-c", "trap '' INT; \"$@\"; while :; do sleep 1; done", "sh"};
  ProgramRun result = run({"/bin/sh", "-c", "echo ran; exit 5"});
  EXPECT_TRUE(result.launched);
  EXPECT_TRUE(result.wrapper_stopped);
  EXPECT_EQ(result.status, (ExitStatus{ExitKind::exited, 5, 0}));
  EXPECT_EQ(out(), "ran\n");
}

}  // namespace
}  // namespace cxprof
