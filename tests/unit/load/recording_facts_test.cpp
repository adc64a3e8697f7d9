// What a recording says of itself: the host, perf, the command line.
#include <gmock/gmock.h>

#include <vector>

#include "runner/load/load.h"
#include "tests/unit/load/perf_data_builder.h"

namespace cxprof {
namespace {

using test::Bytes;
using test::cpu_clock;
using test::load_bytes;
using test::PerfDataBuilder;
using testing::ElementsAre;
using testing::IsEmpty;

PerfDataBuilder described(const std::vector<const char*>& command_line = {"perf", "record", "--",
                                                                          "./naive", "two words"}) {
  perf_event_attr attr = cpu_clock();
  PerfDataBuilder builder;
  builder.event(attr, {1});
  builder.feature(3, Bytes().feature_string("host-name"));
  builder.feature(4, Bytes().feature_string("6.1.0"));
  builder.feature(5, Bytes().feature_string("6.1.187"));
  builder.feature(6, Bytes().feature_string("x86_64"));
  builder.feature(8, Bytes().feature_string("A Processor"));
  Bytes command;
  command.put(static_cast<std::uint32_t>(command_line.size()));
  for (const char* argument : command_line) {
    command.feature_string(argument);
  }
  builder.feature(11, command);
  Bytes events;
  events.put(std::uint32_t{1}).put(static_cast<std::uint32_t>(sizeof attr)).put(attr);
  events.put(std::uint32_t{1}).feature_string("my-clock").words({1});
  builder.feature(12, events);
  return builder;
}

TEST(Load, TheProgramBehindOurLauncherIsTheProgram) {
  PerfDataBuilder builder = described({"perf", "record", "--", "/x/libexec/cxprof/cxprof-launcher",
                                       "12", "--", "./naive", "--", "a"});
  builder.sample({100, 100, 5}, 0x401000);
  EXPECT_THAT(load_bytes(builder.file()).recording.command.arguments,
              ElementsAre("./naive", "--", "a"));
}

TEST(Load, WhatTheRecorderDidNotSayComesFromTheFile) {
  PerfDataBuilder builder = described();
  builder.sample({100, 100, 5}, 0x401000);
  for (const std::string& content : {builder.file(), builder.pipe()}) {
    RawProfile profile = load_bytes(content);
    const Recording& recording = profile.recording;
    EXPECT_EQ(recording.host.name, "host-name");
    EXPECT_EQ(recording.host.kernel, "6.1.0");
    EXPECT_EQ(recording.host.machine, "x86_64");
    EXPECT_EQ(recording.host.cpu_model, "A Processor");
    EXPECT_EQ(recording.recorder, "perf");
    EXPECT_EQ(recording.recorder_version, "6.1.187");
    EXPECT_THAT(recording.recorder_command,
                ElementsAre("perf", "record", "--", "./naive", "two words"));
    EXPECT_THAT(recording.command.arguments, ElementsAre("./naive", "two words"));
    EXPECT_EQ(recording.frequency_hz, 997U);
    EXPECT_EQ(recording.call_graph, "none");
    EXPECT_EQ(recording.event_requested, "my-clock");
    ASSERT_EQ(profile.events.size(), 1U);
    EXPECT_EQ(profile.events[0].name, "my-clock");
    EXPECT_THAT(profile.findings, IsEmpty());
  }
}

TEST(Load, WhatTheRecorderSaidStands) {
  test::TemporaryFile file(described().sample({100, 100, 5}, 0x401000).file());
  Recording known;
  known.perf_data = file.path();
  known.command.arguments = {"./other"};
  known.host.name = "here";
  known.frequency_hz = 99;
  known.event_requested = "cycles";
  Recording recording = load(known).recording;
  EXPECT_THAT(recording.command.arguments, ElementsAre("./other"));
  EXPECT_EQ(recording.host.name, "here");
  EXPECT_EQ(recording.host.kernel, "6.1.0");
  EXPECT_EQ(recording.frequency_hz, 99U);
  EXPECT_EQ(recording.event_requested, "cycles");
}

}  // namespace
}  // namespace cxprof
