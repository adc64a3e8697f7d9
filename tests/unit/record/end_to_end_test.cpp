// With the real perf. Skipped, with its reason, where perf cannot record.
#include <gmock/gmock.h>
#include <signal.h>

#include "runner/record/perf_data_check.h"
#include "runner/record/record.h"
#include "runner/record/record_with.h"
#include "tests/unit/record/testing.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using testing::driver;
using ::testing::HasSubstr;
using testing::Outcome;
using testing::run_command;
using testing::TemporaryDirectory;

class EndToEnd : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::string reason = testing::perf_unavailable(); !reason.empty()) GTEST_SKIP() << reason;
  }
  Recording record(std::vector<std::string> arguments, const std::string& perf = "") {
    return record_with(testing::request_for(root_.path(), perf, std::move(arguments)),
                       testing::test_limits());
  }
  // Samples in hot() by perf's own count.
  long samples_in_hot(const fs::path& perf_data) {
    Outcome script =
        run_command({"perf", "script", "-i", perf_data.string(), "-F", "comm,ip,sym", "-G"});
    long count = 0;
    for (std::size_t at = 0; (at = script.out.find("hot", at)) != std::string::npos; ++at) ++count;
    return count;
  }
  TemporaryDirectory root_;
};

TEST_F(EndToEnd, EveryEndHasItsStatusAndItsProfile) {
  for (auto [end, status] : std::vector<std::pair<const char*, ExitStatus>>{
           {"0", {ExitKind::exited, 0, 0}},
           {"3", {ExitKind::exited, 3, 0}},
           {"77", {ExitKind::exited, 77, 0}},
           {"255", {ExitKind::exited, 255, 0}},
           {"segv", {ExitKind::signalled, 0, SIGSEGV}},
           {"abrt", {ExitKind::signalled, 0, SIGABRT}},
           {"kill", {ExitKind::signalled, 0, SIGKILL}}}) {
    Recording recording = record({CXPROF_TEST_BURN, "150", end});
    EXPECT_EQ(recording.exit, status) << end;
    ASSERT_FALSE(recording.failure) << end << ": " << recording.failure->text;
    EXPECT_TRUE(recording.findings.empty()) << end;
    EXPECT_EQ(recording.recorder, "perf");
    EXPECT_FALSE(recording.recorder_version.empty());
    EXPECT_EQ(perf_data_damage(recording.perf_data), "") << end;
    EXPECT_GE(samples_in_hot(recording.perf_data), 50) << end;
    ASSERT_TRUE(recording.resources);
    EXPECT_GE(recording.resources->wall_seconds, 0.14);
  }
}

TEST_F(EndToEnd, SignalsAndTimeLimitsLeaveAWholeProfile) {
  auto check = [&](const Outcome& outcome, ExitStatus status) {
    auto recording = read_recording(root_.path() / "driver" / "latest");
    ASSERT_TRUE(recording) << outcome.err;
    EXPECT_EQ(recording->exit, status);
    EXPECT_FALSE(recording->failure);
    EXPECT_TRUE(recording->findings.empty());
    EXPECT_GE(samples_in_hot(recording->perf_data), 50);
  };
  std::vector<std::string> options{"--timeout", "500", "--grace", "300"};
  Outcome outcome = run_command(driver(root_.path(), options, {CXPROF_TEST_BURN, "0", "ignore"}));
  EXPECT_EQ(outcome.exit_code(), 124);
  check(outcome, {ExitKind::timed_out, 0, SIGKILL});
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    outcome = run_command(driver(root_.path(), {}, {CXPROF_TEST_BURN, "0", "forever"}), {},
                          {{milliseconds(1200), signal, ""}});
    EXPECT_EQ(outcome.signal(), signal);
    check(outcome, {ExitKind::signalled, 0, signal});
  }
}

TEST_F(EndToEnd, StacksAreCompleteInEveryRun) {
  for (int i = 0; i < 20; ++i) {
    Recording recording = record({CXPROF_TEST_BURN, "60", "0"});
    Outcome script = run_command({"perf", "script", "--no-inline", "--comm", "workload_burn", "-i",
                                  recording.perf_data.string()});
    std::size_t in_hot = 0;
    std::size_t complete = 0;
    for (std::size_t at = 0; at < script.out.size();) {
      std::size_t end = std::min(script.out.find("\n\n", at), script.out.size());
      std::string stack = script.out.substr(at, end - at);
      if (stack.find("hot+") != std::string::npos) {
        ++in_hot;
        complete +=
            stack.find("main+") != std::string::npos && stack.find("_start+") != std::string::npos;
      }
      at = end + 2;
    }
    EXPECT_GE(in_hot, 20U) << "run " << i;
    EXPECT_EQ(complete, in_hot) << "run " << i;
  }
}

TEST_F(EndToEnd, PerfFindsTheSnapshots) {
  fs::path program = root_.path() / "program";
  fs::copy_file(CXPROF_TEST_BURN, program);
  Recording recording = record({program.string(), "100", "0"});
  ASSERT_EQ(recording.snapshots.size(), 1U);
  fs::remove(program);  // only the snapshot is left to name hot()
  Outcome report =
      run_command({"perf", "--buildid-dir", root_.path().string(), "report", "-i",
                   recording.perf_data.string(), "--stdio", "--no-children", "-g", "none"});
  EXPECT_THAT(report.out, HasSubstr("hot"));
}

TEST_F(EndToEnd, AnOlderPerfRecordsWithoutSomeOptions) {
  Recording recording = record({CXPROF_TEST_BURN, "150", "0"}, "perf-without-options");
  ASSERT_FALSE(recording.failure) << recording.failure->text;
  ASSERT_EQ(recording.findings.size(), 1U);
  EXPECT_EQ(recording.findings[0].code, "perf-options-left-out");
  EXPECT_EQ(recording.findings[0].severity, Severity::note);
  EXPECT_THAT(recording.findings[0].text, HasSubstr("buildid-mmap"));
  EXPECT_GE(samples_in_hot(recording.perf_data), 50);
  Outcome ids = run_command({"perf", "buildid-list", "-i", recording.perf_data.string()});
  EXPECT_THAT(ids.out, HasSubstr(recording.snapshots.at(0).build_id));
}

TEST_F(EndToEnd, RefusedByTheKernelTheProgramStillRunsOnce) {
  struct Refusal {
    const char* error;
    const char* code;
  };
  fs::path runs = root_.path() / "runs";
  std::string script = "echo run >> " + runs.string() + "; exit 7";
  // EPERM, ENOSYS, EACCES, ENOENT, EOPNOTSUPP, EINVAL, EMFILE as root with paranoid ≤ 2.
  for (auto [error, code] : {Refusal{"1", "perf-blocked"},
                             {"38", "perf-blocked"},
                             {"2", "event-not-supported"},
                             {"95", "event-not-supported"},
                             {"22", "event-not-supported"},
                             {"24", "too-many-open-files"}}) {
    fs::remove(runs);
    std::vector<std::string> command{CXPROF_TEST_REFUSE, error};
    for (const std::string& word : driver(root_.path(), {}, {"/bin/sh", "-c", script})) {
      command.push_back(word);
    }
    EXPECT_EQ(run_command(command).exit_code(), 7) << error;
    EXPECT_EQ(testing::contents(runs), "run\n") << error;
    auto recording = read_recording(root_.path() / "driver" / "latest");
    ASSERT_TRUE(recording && recording->failure) << error;
    EXPECT_EQ(recording->failure->code, code) << error << ": " << recording->failure->text;
  }
}

TEST_F(EndToEnd, AnUnknownEventIsNamed) {
  RecordRequest request = testing::request_for(root_.path(), "", {CXPROF_TEST_BURN, "0", "7"});
  request.event = "no-such-event";
  Recording recording = record_with(request, testing::test_limits());
  ASSERT_TRUE(recording.failure);
  EXPECT_EQ(recording.failure->code, "event-not-supported") << recording.failure->text;
  EXPECT_THAT(recording.failure->text, HasSubstr("no-such-event"));
  EXPECT_EQ(recording.exit, (ExitStatus{ExitKind::exited, 7, 0}));
}

TEST_F(EndToEnd, AFinishedProgramOfNoSamplesIsNoFailure) {
  Recording recording = record({"/bin/true"});
  EXPECT_FALSE(recording.failure);
  EXPECT_EQ(recording.exit, (ExitStatus{ExitKind::exited, 0, 0}));
}

TEST_F(EndToEnd, TheProgramSeesNothingOfPerf) {
  fs::path input = root_.path() / "input";
  testing::write_file(input, "some input");
  for (const char* what : {"state", "read", "noise"}) {
    Outcome plain = run_command({CXPROF_TEST_SHOW, what}, input);
    Outcome ours = run_command(driver(root_.path(), {}, {CXPROF_TEST_SHOW, what}), input);
    EXPECT_TRUE(ours.out == plain.out) << what << ": " << ours.out.substr(0, 1000);
    EXPECT_EQ(ours.err, plain.err) << what;
  }
  EXPECT_EQ(testing::run_on_terminal(driver(root_.path(), {}, {CXPROF_TEST_SHOW, "state"})).out,
            testing::run_on_terminal({CXPROF_TEST_SHOW, "state"}).out);
}

}  // namespace
}  // namespace cxprof
