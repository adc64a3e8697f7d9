#include "runner/unwind/unwind.h"

#include <gmock/gmock.h>

#include <memory>
#include <utility>

namespace cxprof {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

RawProfile raw_profile() {
  RawProfile raw;
  raw.recording.name = "naive";
  raw.events = {{.name = "cpu-clock", .frequency_hz = 997}};
  raw.modules = {{"", ModuleKind::unknown, ""}, {"//anon", ModuleKind::anonymous, ""}};
  raw.address_spaces.resize(1);
  raw.address_spaces[0].insert({0x1000, 0x2000, 0, 1});
  raw.thread_names = {"main", "worker"};
  raw.losses.lost_samples = 3;
  raw.findings = {{Severity::note, "seen-before", "kept", ""}};
  Sample sample;
  sample.cpu_mode = CpuMode::user;
  sample.time_ns = 10;
  sample.ip = 0x1234;
  sample.period = 1003009;
  sample.pid = 7;
  sample.tid = 8;
  sample.cpu = 1;
  sample.thread_name = 1;
  raw.samples = {sample, Sample{}, sample};
  raw.samples[1].time_ns = 10;
  raw.samples[2].pid = 9;
  return raw;
}

TEST(Unwind, EverySampleHasAPlace) {
  UnwoundProfile profile = unwind(raw_profile(), {});
  ASSERT_EQ(profile.samples.size(), 3U);
  const UnwoundSample& first = profile.samples[0];
  EXPECT_EQ(first.time_ns, 10U);
  EXPECT_EQ(first.period, 1003009U);
  EXPECT_EQ(first.pid, 7);
  EXPECT_EQ(first.tid, 8);
  EXPECT_EQ(first.cpu, 1);
  EXPECT_EQ(first.thread_name, 1U);
  EXPECT_EQ(first.end, StackEnd::not_recorded);
  EXPECT_EQ(profile.samples[1].stack, empty_stack);
  // Anonymous memory is each process's own.
  EXPECT_NE(first.stack, profile.samples[2].stack);
  EXPECT_THAT(profile.addresses,
              ElementsAre(Field(&FrameAddress::pid, 7), Field(&FrameAddress::pid, 9)));
}

TEST(Unwind, HandsTheRestOnAndLetsTheRecordingGo) {
  RawProfile raw = raw_profile();
  auto bytes = std::make_shared<int>(1);
  raw.storage = bytes;
  UnwoundProfile profile = unwind(std::move(raw), {});
  EXPECT_EQ(profile.recording.name, "naive");
  EXPECT_EQ(profile.events.size(), 1U);
  EXPECT_EQ(profile.modules.size(), 2U);
  EXPECT_THAT(profile.thread_names, ElementsAre("main", "worker"));
  EXPECT_EQ(profile.losses.lost_samples, 3U);
  EXPECT_THAT(profile.findings, ElementsAre(Field(&Finding::code, "seen-before")));
  EXPECT_NE(profile.files, nullptr);
  EXPECT_EQ(bytes.use_count(), 1);
}

TEST(Unwind, AnotherMachineIsAFinding) {
  RawProfile raw = raw_profile();
  raw.recording.host.machine = "aarch64";
  raw.samples[0].user_abi = RegisterAbi::bits64;
  UnwoundProfile profile = unwind(std::move(raw), {});
  EXPECT_THAT(profile.findings, testing::Contains(Field(&Finding::code, "unwind-other-machine")));
  EXPECT_EQ(profile.samples[0].end, StackEnd::no_unwind_info);
  EXPECT_NE(profile.samples[0].stack, empty_stack);
}

TEST(Unwind, NoSamples) {
  RawProfile raw;
  raw.modules.emplace_back();
  UnwoundProfile profile = unwind(std::move(raw), {});
  EXPECT_THAT(profile.samples, IsEmpty());
  EXPECT_EQ(profile.stacks.nodes.size(), 1U);
}

TEST(Unwind, DoesNotDependOnTheNumberOfThreads) {
  auto many = [] {
    RawProfile raw = raw_profile();
    Sample sample = raw.samples[0];
    raw.samples.clear();
    for (std::uint64_t i = 0; i < 5000; ++i) {
      sample.time_ns = i;
      sample.ip = 0x1000 + i * 37 % 512;
      sample.pid = static_cast<std::int32_t>(i % 3);
      raw.samples.push_back(sample);
    }
    return raw;
  };
  UnwindOptions one;
  one.threads = 1;
  UnwindOptions several;
  several.threads = 4;
  UnwoundProfile expected = unwind(many(), one);
  ASSERT_EQ(expected.samples.size(), 5000U);
  for (int attempt = 0; attempt < 5; ++attempt) {
    UnwoundProfile profile = unwind(many(), several);
    EXPECT_EQ(profile.addresses, expected.addresses);
    ASSERT_EQ(profile.samples.size(), expected.samples.size());
    for (std::size_t i = 0; i < profile.samples.size(); ++i) {
      ASSERT_EQ(profile.samples[i].stack, expected.samples[i].stack) << i;
      ASSERT_EQ(profile.samples[i].time_ns, i);
    }
  }
}

}  // namespace
}  // namespace cxprof
