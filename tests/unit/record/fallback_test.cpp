// Without a usable perf: the cause is named, and the program has run exactly once.
#include <gmock/gmock.h>
#include <signal.h>

#include "runner/record/record_with.h"
#include "tests/unit/record/testing.h"

namespace cxprof {
namespace {

using std::chrono::milliseconds;
using testing::TemporaryDirectory;

class Fallback : public ::testing::Test {
 protected:
  // A program that leaves a line in `runs` each time it is run.
  Recording record(const std::string& fake, const std::string& then = "exit 7") {
    limits_.perf_start = milliseconds(600);
    limits_.perf_finish = milliseconds(300);
    limits_.grace = milliseconds(200);
    std::string script = "echo run >> " + runs_.string() + "; echo shown; " + then;
    return record_with(testing::request_for(root_.path(), fake, {"/bin/sh", "-c", script}),
                       limits_);
  }
  std::string runs() { return testing::contents(runs_); }

  TemporaryDirectory root_;
  std::filesystem::path runs_ = root_.path() / "runs";
  RecordLimits limits_ = testing::test_limits();
};

TEST_F(Fallback, RunsTheProgramOnceWhereNoPerfRecords) {
  const std::pair<const char*, const char*> cases[] = {
      {"perf-wrapper-without-package", "perf-wrapper"},
      {"perf-ancient", "perf-too-old"},
      {"perf-hangs", "perf-hangs"},
      {"perf-hangs-recording", "perf-hangs"},
      {"no-such-perf", "perf-not-found"},
      {"CMakeLists.txt", "perf-not-found"},
  };
  for (auto [fake, code] : cases) {
    std::filesystem::remove(runs_);
    Recording recording = record(fake);
    ASSERT_TRUE(recording.failure) << fake;
    EXPECT_EQ(recording.failure->code, code) << fake << ": " << recording.failure->text;
    EXPECT_EQ(recording.failure->severity, Severity::error);
    EXPECT_EQ(recording.exit, (ExitStatus{ExitKind::exited, 7, 0})) << fake;
    EXPECT_EQ(runs(), "run\n") << fake;
    EXPECT_EQ(testing::contents(recording.stdout_file), "shown\n") << fake;
    EXPECT_TRUE(recording.perf_data.empty());
    EXPECT_TRUE(recording.recorder.empty());
    EXPECT_TRUE(recording.resources.has_value()) << fake;
  }
}

TEST_F(Fallback, NamesWhatPerfSaid) {
  setenv("FAKE_PERF_SAYS", "Error:\nThe nonsense event is not supported.", 1);
  Recording recording = record("perf-fails-with");
  unsetenv("FAKE_PERF_SAYS");
  ASSERT_TRUE(recording.failure);
  EXPECT_EQ(recording.failure->code, "event-not-supported");
  EXPECT_EQ(runs(), "run\n");
  EXPECT_THAT(testing::contents(recording.run_directory / "runner.log"),
              ::testing::HasSubstr("The nonsense event is not supported."));
}

TEST_F(Fallback, APerfThatFailsMidwayTakesNeitherProgramNorStatusWithIt) {
  for (auto [fake, code] : {std::pair{"perf-disk-full", "disk-full"},
                            {"perf-killed", "data-lost"},
                            {"perf-never-ends", "data-lost"}}) {
    std::filesystem::remove(runs_);
    Recording recording = record(fake, "sleep 0.5; echo survived; exit 7");
    ASSERT_TRUE(recording.failure) << fake;
    EXPECT_EQ(recording.failure->code, code) << fake << ": " << recording.failure->text;
    EXPECT_EQ(recording.exit, (ExitStatus{ExitKind::exited, 7, 0})) << fake;
    EXPECT_EQ(runs(), "run\n") << fake;
    EXPECT_EQ(testing::contents(recording.stdout_file), "shown\nsurvived\n") << fake;
  }
}

TEST_F(Fallback, KeepsTheTimeLimit) {
  auto request =
      testing::request_for(root_.path(), "no-such-perf", {CXPROF_TEST_BURN, "0", "ignore"});
  request.timeout = milliseconds(200);
  limits_.grace = milliseconds(200);
  EXPECT_EQ(record_with(request, limits_).exit, (ExitStatus{ExitKind::timed_out, 0, SIGKILL}));
}

TEST_F(Fallback, AMissingProgramIsNotPerfsFailure) {
  auto request = testing::request_for(root_.path(), "no-such-perf", {"/nonexistent"});
  Recording recording = record_with(request, limits_);
  EXPECT_EQ(recording.exit, (ExitStatus{ExitKind::not_started, 127, 0}));
  EXPECT_FALSE(recording.resources);
}

}  // namespace
}  // namespace cxprof
