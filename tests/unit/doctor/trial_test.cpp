#include "runner/doctor/trial.h"

#include <gmock/gmock.h>

#include "runner/doctor/burn.h"

namespace cxprof::doctor {
namespace {

using testing::ElementsAre;

Profile example() {
  Profile profile;
  profile.event.name = "cpu-clock";
  profile.summary.profiled_samples = 300;
  FunctionCost busy;
  busy.symbol = busy_function;
  busy.samples = 290;
  FunctionCost caller;
  caller.symbol = busy_caller;
  caller.samples = 295;
  profile.rankings.self_time = {busy};
  profile.rankings.inclusive_time = {caller, busy};
  profile.detail.recording.recorder = "perf";
  profile.detail.recording.recorder_command = {
      "perf", "record", "--sample-cpu", "--buildid-mmap", "--no-bpf-event",
      "-N",   "-B",     "--",           "cxprof"};
  return profile;
}

TEST(Trial, FindsTheFunctionAndItsCaller) {
  TrialFacts facts = trial_facts(example());
  EXPECT_EQ(facts.samples, 300U);
  EXPECT_EQ(facts.event, "cpu-clock");
  EXPECT_EQ(facts.busy_samples, 290U);
  EXPECT_EQ(facts.caller_samples, 295U);
  EXPECT_THAT(facts.left_out, testing::IsEmpty());
  EXPECT_FALSE(facts.failure);
}

TEST(Trial, TellsWhichOptionsWereLeftOut) {
  Profile profile = example();
  // Without buildid-mmap we leave -B out ourselves; what stands behind -- is the program's.
  profile.detail.recording.recorder_command = {"perf", "record", "--sample-cpu",  "-N",
                                               "--",   "cxprof", "--no-bpf-event"};
  EXPECT_THAT(trial_facts(profile).left_out, ElementsAre("buildid-mmap", "no-bpf-event"));
}

TEST(Trial, RecordsLikeRunWithItsOwnBurningChild) {
  RecordRequest request = trial_request("/bin/cxprof", "/tmp/d", "/p/perf");
  EXPECT_THAT(request.command.arguments, ElementsAre("/bin/cxprof", "doctor", "--burn"));
  EXPECT_EQ(request.event, RecordRequest{}.event);
  EXPECT_TRUE(request.quiet_program);
  EXPECT_TRUE(request.timeout);
  EXPECT_EQ(failed_trial("it broke").failure->text, "it broke");
}

}  // namespace
}  // namespace cxprof::doctor
