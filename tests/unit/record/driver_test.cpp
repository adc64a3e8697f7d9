// The runner as a process: signals to it, pipes and terminals around it. perf is a stand-in that
// does not exist, so that only our own part is tried; end_to_end_test.cpp does it with perf.
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include "runner/record/record.h"
#include "tests/unit/record/testing.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using testing::contents;
using testing::driver;
using ::testing::HasSubstr;
using testing::Outcome;
using testing::run_command;
using testing::run_on_terminal;
using testing::TemporaryDirectory;

class Driver : public ::testing::Test {
 protected:
  std::vector<std::string> command(std::vector<std::string> program,
                                   std::vector<std::string> options = {}) {
    options.insert(options.end(), {"--perf", "/no/perf", "--grace", "400"});
    return driver(root_.path(), options, program);
  }
  fs::path latest() { return root_.path() / "driver" / "latest"; }
  TemporaryDirectory root_;
};

TEST_F(Driver, EndsLikeTheProgram) {
  for (int code : {0, 3, 77, 255}) {
    EXPECT_EQ(run_command(command({CXPROF_TEST_BURN, "0", std::to_string(code)})).exit_code(),
              code);
  }
  for (auto [end, signal] : {std::pair{"segv", SIGSEGV}, {"abrt", SIGABRT}, {"kill", SIGKILL}}) {
    EXPECT_EQ(run_command(command({CXPROF_TEST_BURN, "0", end})).signal(), signal);
  }
  EXPECT_EQ(run_command(command({"/nonexistent"})).exit_code(), 127);
  EXPECT_EQ(run_command(command({"/"})).exit_code(), 126);
  EXPECT_EQ(
      run_command(command({CXPROF_TEST_BURN, "0", "forever"}, {"--timeout", "200"})).exit_code(),
      124);
}

TEST_F(Driver, EndsAProgramThatLeftItsGroupWhenItIsTerminated) {
  Outcome outcome = run_command(command({CXPROF_TEST_BURN, "0", "leave-group"}), {},
                                {{milliseconds(1000), SIGTERM, ""}});
  EXPECT_EQ(outcome.signal(), SIGTERM);
  EXPECT_LT(outcome.seconds, 10);
}

TEST_F(Driver, RunsTheProgramInADirectoryThatWasRemoved) {
  std::vector<std::string> in_removed{"/bin/sh", "-c",
                                      "cd \"$1\" && rmdir \"$1\" && shift && exec \"$@\"", "sh"};
  for (const char* program : {"/bin/echo", "echo"}) {
    fs::path removed = root_.path() / "removed";
    fs::create_directory(removed);
    std::vector<std::string> all = in_removed;
    all.push_back(removed.string());
    for (const std::string& argument : command({program, "ran"})) all.push_back(argument);
    Outcome outcome = run_command(all);
    EXPECT_EQ(outcome.exit_code(), 0) << outcome.err;
    EXPECT_EQ(outcome.out, "ran\n");
  }
}

TEST_F(Driver, OutlivesTheFileSizeLimitAndGivesTheProgramItsOwn) {
  std::vector<std::string> limited{"/bin/sh", "-c", "ulimit -f 8 && exec \"$@\"", "sh"};
  // The runner's copy of the program's output passes the limit; the program writes into a pipe.
  std::vector<std::string> all = limited;
  for (const std::string& argument : command({CXPROF_TEST_SHOW, "noise"}, {"--quiet", "1"})) {
    all.push_back(argument);
  }
  Outcome printing = run_command(all);
  EXPECT_EQ(printing.signal(), 0);
  EXPECT_EQ(printing.exit_code(), 0) << printing.err;
  // A program that passes it itself dies of it as ever.
  all = limited;
  std::string file = (root_.path() / "big").string();
  for (const std::string& argument :
       command({"/bin/sh", "-c", "exec head -c 1000000 /dev/zero > '" + file + "'"})) {
    all.push_back(argument);
  }
  EXPECT_EQ(run_command(all).signal(), SIGXFSZ);
}

TEST_F(Driver, FindsItsLauncherInAPrefixThatWasMoved) {
  fs::path prefix = root_.path() / "moved prefix";
  fs::create_directories(prefix / "bin");
  fs::create_directories(prefix / CXPROF_TEST_LIBEXEC);
  fs::copy_file(CXPROF_TEST_DRIVER, prefix / "bin" / "runner");
  std::vector<std::string> arguments = command({"/bin/echo", "ran"}, {"--launcher", ""});
  arguments[0] = (prefix / "bin" / "runner").string();
  Outcome without = run_command(arguments);
  EXPECT_EQ(without.exit_code(), 125);
  EXPECT_THAT(without.err, HasSubstr("cxprof-launcher"));
  EXPECT_EQ(without.out, "");
  fs::copy_file(CXPROF_TEST_LAUNCHER, prefix / CXPROF_TEST_LIBEXEC / "cxprof-launcher");
  EXPECT_EQ(run_command(arguments).out, "ran\n");
}

TEST_F(Driver, ThatCannotWriteSaysSoBeforeTheProgramStarts) {
  Outcome outcome = run_command(command({"/bin/echo", "ran"}, {"--root", "/proc/nowhere"}));
  EXPECT_EQ(outcome.exit_code(), 125);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("/proc/nowhere"));
}

TEST_F(Driver, PassesStdinOutputAndErrorsThrough) {
  fs::path input = root_.path() / "input";
  testing::write_file(input, std::string(1'000'000, 'x'));
  Outcome plain = run_command({CXPROF_TEST_SHOW, "read"}, input);
  Outcome ours = run_command(command({CXPROF_TEST_SHOW, "read"}), input);
  EXPECT_EQ(ours.out, plain.out);
  EXPECT_THAT(ours.out, HasSubstr("read 1000000 bytes"));

  plain = run_command({CXPROF_TEST_SHOW, "noise"});
  ours = run_command(command({CXPROF_TEST_SHOW, "noise"}));
  EXPECT_TRUE(ours.out == plain.out);
  EXPECT_EQ(ours.err, plain.err);
  EXPECT_TRUE(contents(latest() / "stdout.txt") == plain.out);

  ours = run_command(command({CXPROF_TEST_SHOW, "noise"}, {"--quiet", "1"}));
  EXPECT_EQ(ours.out + ours.err, "");
  EXPECT_TRUE(contents(latest() / "stdout.txt") == plain.out);
}

TEST_F(Driver, OutlivesAReaderThatGoesAway) {
  std::string line;
  for (const std::string& word : command({"/bin/sh", "-c", "seq 300000; exit 5"})) {
    line += "'" + word + "' ";
  }
  Outcome outcome = run_command({"bash", "-c", line + "| head -1; exit ${PIPESTATUS[0]}"});
  EXPECT_EQ(outcome.out, "1\n");
  EXPECT_EQ(outcome.exit_code(), 5);
  EXPECT_THAT(contents(latest() / "stdout.txt"), ::testing::EndsWith("\n300000\n"));
}

TEST_F(Driver, PassesSignalsOnAndSurvivesThem) {
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    Outcome outcome = run_command(command({CXPROF_TEST_BURN, "0", "forever"}), {},
                                  {{milliseconds(400), signal, ""}});
    EXPECT_EQ(outcome.signal(), signal);
    auto recording = read_recording(latest());
    ASSERT_TRUE(recording);
    EXPECT_EQ(recording->exit, (ExitStatus{ExitKind::signalled, 0, signal}));
  }
  std::string handler = "trap 'echo cleaned; exit 9' TERM; while :; do sleep 0.05; done";
  Outcome handled =
      run_command(command({"/bin/sh", "-c", handler}), {}, {{milliseconds(400), SIGTERM, ""}});
  EXPECT_EQ(handled.exit_code(), 9);
  EXPECT_EQ(handled.out, "cleaned\n");
}

TEST_F(Driver, KillsAProgramThatIgnoresSignals) {
  Outcome once = run_command(command({CXPROF_TEST_BURN, "0", "ignore"}), {},
                             {{milliseconds(400), SIGTERM, ""}});
  EXPECT_EQ(once.signal(), SIGKILL);
  Outcome twice = run_command(command({CXPROF_TEST_BURN, "0", "ignore"}, {"--grace", "20000"}), {},
                              {{milliseconds(400), SIGINT, ""}, {milliseconds(600), SIGINT, ""}});
  // (command() appends its own --grace; the later one counts, so only an upper bound is tried.)
  EXPECT_EQ(twice.signal(), SIGKILL);
  EXPECT_LT(twice.seconds, 5);
}

TEST_F(Driver, KilledTakesTheProgramWithIt) {
  Outcome outcome =
      run_command(command({"/bin/sh", "-c", "echo $$; exec '" CXPROF_TEST_BURN "' 0 forever"}), {},
                  {{milliseconds(500), SIGKILL, ""}});
  EXPECT_EQ(outcome.signal(), SIGKILL);
  EXPECT_TRUE(testing::dies_soon(std::stoi(outcome.out)));
}

TEST_F(Driver, GivesTheProgramATerminalWhereItHasOne) {
  std::vector<std::string> program{CXPROF_TEST_SHOW, "state"};
  EXPECT_EQ(run_on_terminal(command(program)).out, run_on_terminal(program).out);
  EXPECT_THAT(contents(latest() / "stdout.txt"),
              HasSubstr("tty in=1 out=1 err=1 foreground=1\n33 rows 99 columns\n"));
  EXPECT_EQ(run_on_terminal(command(program), {}, "/dev/null").out,
            run_on_terminal(program, {}, "/dev/null").out);
  EXPECT_EQ(run_command(command(program)).out, run_command(program).out);
}

TEST_F(Driver, KeepsTerminalOutputAsItWasWritten) {
  std::string script = "printf 'a\\nb\\r\\nc\\td\\n'; printf 'e\\n' >&2";
  Outcome outcome = run_on_terminal(command({"/bin/sh", "-c", script}));
  EXPECT_EQ(contents(latest() / "stdout.txt"), "a\nb\r\nc\td\n");
  EXPECT_EQ(contents(latest() / "stderr.txt"), "e\n");
  EXPECT_THAT(outcome.out, HasSubstr("a\r\nb\r"));
}

TEST_F(Driver, HandsOnWhatIsTyped) {
  std::vector<testing::Action> typing{{milliseconds(700), 0, "typed\n"},
                                      {milliseconds(900), 0, "\x04"}};
  Outcome plain = run_on_terminal({"cat"}, typing);
  Outcome ours = run_on_terminal(command({"cat"}), typing);
  EXPECT_EQ(ours.out, plain.out);
  EXPECT_EQ(ours.out, "typed\r\ntyped\r\n");
  EXPECT_EQ(contents(latest() / "stdout.txt"), "typed\n") << "its echo is not the program's output";
}

TEST_F(Driver, CtrlCReachesTheProgram) {
  Outcome outcome = run_on_terminal(command({CXPROF_TEST_BURN, "0", "forever"}),
                                    {{milliseconds(700), 0, "\x03"}});
  EXPECT_EQ(outcome.signal(), SIGINT);
  outcome = run_on_terminal(command({CXPROF_TEST_BURN, "0", "ignore"}),
                            {{milliseconds(700), 0, "\x03"}, {milliseconds(900), 0, "\x03"}});
  EXPECT_EQ(outcome.signal(), SIGKILL);
}

}  // namespace
}  // namespace cxprof
