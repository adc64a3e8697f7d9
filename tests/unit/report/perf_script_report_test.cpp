#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "runner/report/report.h"
#include "tests/unit/report/example_profile.h"
#include "tests/unit/report/golden.h"

namespace cxprof {
namespace {

struct ParsedFrame {
  std::uint64_t address = 0;
  std::string symbol;
  std::uint64_t offset = 0;
  std::string object;
};

struct ParsedSample {
  std::string comm, event;
  int pid = 0, tid = 0, cpu = -1;
  std::uint64_t microseconds = 0, period = 0;
  std::vector<ParsedFrame> frames;
};

std::string script(const SymbolizedProfile& detail) {
  Profile profile;
  profile.detail = detail;
  std::ostringstream out;
  write_report(profile, ReportFormat::perf_script, {}, out);
  return out.str();
}

// As tools read such text: a header, frames that begin with a tab, an empty line.
std::vector<ParsedSample> parse(const std::string& text) {
  static const std::regex header(
      R"(^(.+?) +(-?\d+)/(-?\d+) +(?:\[(\d+)\] +)?(?:(\d+)\.(\d{6}): +)?(?:(\d+) )?([^ ]+): $)");
  static const std::regex frame(R"(^\t *([0-9a-f]+) (.*) \((.*)\)$)");
  static const std::regex with_offset(R"(^(.*)\+0x([0-9a-f]+)$)");
  std::vector<ParsedSample> samples;
  std::istringstream in(text);
  bool open = false;
  for (std::string line; std::getline(in, line);) {
    std::smatch match;
    if (line.starts_with('#')) continue;
    if (line.empty()) {
      open = false;
    } else if (open) {
      EXPECT_TRUE(std::regex_match(line, match, frame)) << line;
      if (match[3] == "inlined") continue;  // a level within the next frame
      ParsedFrame parsed{std::stoull(match[1], nullptr, 16), match[2], 0, match[3]};
      std::string symbol = match[2];
      if (std::regex_match(symbol, match, with_offset)) {
        parsed.symbol = match[1];
        parsed.offset = std::stoull(match[2], nullptr, 16);
      }
      samples.back().frames.push_back(parsed);
    } else {
      EXPECT_TRUE(std::regex_match(line, match, header)) << line;
      open = true;
      ParsedSample sample;
      sample.comm = match[1];
      sample.pid = std::stoi(match[2]);
      sample.tid = std::stoi(match[3]);
      if (match[4].matched) sample.cpu = std::stoi(match[4]);
      if (match[5].matched) {
        sample.microseconds = std::stoull(match[5]) * 1'000'000 + std::stoull(match[6]);
      }
      if (match[7].matched) sample.period = std::stoull(match[7]);
      sample.event = match[8];
      samples.push_back(sample);
    }
  }
  EXPECT_FALSE(open) << "no empty line after the last sample";
  return samples;
}

TEST(PerfScript, LooksAsPerfPrintsIt) {
  ProfileBuilder build;
  FunctionId render = build.user("app::render(int (*)(int))");
  build.call(1, {build.unnamed(build.libc()), render, build.user("main")});
  build.call(1, {build.function("clear_page", build.kernel()), render});
  build.sample(1, {});
  expect_golden("perf-script.txt", script(build.profile));
}

TEST(PerfScript, ParsesBackToEverySample) {
  SymbolizedProfile detail = example_recording();
  std::vector<ParsedSample> samples = parse(script(detail));
  ASSERT_EQ(samples.size(), detail.samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const UnwoundSample& expected = detail.samples[i];
    EXPECT_EQ(samples[i].pid, expected.pid);
    EXPECT_EQ(samples[i].tid, expected.tid);
    EXPECT_EQ(samples[i].cpu, expected.cpu);
    EXPECT_EQ(samples[i].period, expected.period);
    EXPECT_EQ(samples[i].event, "cpu-clock");
    EXPECT_EQ(samples[i].microseconds, expected.time_ns / 1000);
    std::size_t depth = 0;
    for (StackId node = expected.stack; node != empty_stack;
         node = detail.stacks.nodes[node].caller, ++depth) {
      ASSERT_LT(depth, samples[i].frames.size());
      const ParsedFrame& frame = samples[i].frames[depth];
      AddressId address = detail.stacks.nodes[node].address;
      const Function& function = detail.functions[detail.frames[address].back().function];
      EXPECT_EQ(frame.address, detail.addresses[address].address);
      EXPECT_EQ(frame.object, detail.modules[detail.addresses[address].module].path);
      bool named = function.source != NameSource::none;
      EXPECT_EQ(frame.symbol, named ? function.name : "[unknown]");
      EXPECT_EQ(frame.offset, named ? detail.frames[address].back().offset : 0);
    }
    EXPECT_EQ(samples[i].frames.size(), depth);
  }
}

TEST(PerfScript, LeavesOutWhatWasNotRecorded) {
  ProfileBuilder build;
  build.call(1, {build.user("f")});
  build.profile.samples[0].cpu = -1;
  build.profile.samples[0].time_ns = 0;
  build.profile.samples[0].period = 0;
  EXPECT_THAT(script(build.profile), testing::HasSubstr("\n#\napp   100/101   cpu-clock: \n\t"));
}

TEST(PerfScript, KeepsOneSampleOneBlockWhateverTheNames) {
  ProfileBuilder build;
  build.profile.thread_names = {"nl\nname", "[000] x:", "a 12/34"};
  for (ThreadNameId name : {0U, 1U, 2U}) {
    build.call(1, {build.user("operator()(int)\n\nfake 1/1 1.0: x: ")});
    build.profile.samples.back().thread_name = name;
  }
  std::vector<ParsedSample> samples = parse(script(build.profile));
  ASSERT_EQ(samples.size(), 3U);
  EXPECT_EQ(samples[0].comm, "nl?name");
  EXPECT_EQ(samples[1].comm, "[000] x:");
  for (const ParsedSample& sample : samples) EXPECT_EQ(sample.frames.size(), 1U);
}

TEST(PerfScript, ReturnAddressesAreShownWhereTheyWereLookedUp) {
  ProfileBuilder build;
  build.call(1, {build.user("leaf"), build.user("caller")});
  build.profile.addresses[1].kind = AddressKind::return_address;
  std::vector<ParsedSample> samples = parse(script(build.profile));
  EXPECT_EQ(samples[0].frames[1].address, build.profile.addresses[1].address - 1);
}

TEST(PerfScript, PrintsInlinedLevelsAsPerfDoes) {
  ProfileBuilder build;
  build.call(1, {build.user("outer")});
  FunctionId inner = build.user("inner");
  auto& frames = build.profile.frames.at(0);
  frames.insert(frames.begin(), Frame{inner, 0, 0, 0, true});
  EXPECT_THAT(script(build.profile), testing::ContainsRegex(" inner \\(inlined\\)\n\t +[0-9a-f]+ "
                                                            "outer\\+0x"));
}

TEST(PerfScript, StandsForNoObject) {
  ProfileBuilder build;
  build.call(1, {build.unnamed(unknown_module)});
  EXPECT_THAT(script(build.profile), testing::HasSubstr(" [unknown] ([unknown])\n"));
}

TEST(PerfScript, TellsWhatIsKnownOfTheRecording) {
  ProfileBuilder build;
  build.call(1, {build.user("f")});
  build.profile.recording.host.name = "box";
  build.profile.recording.recorder_command = {"perf", "record", "--", "./a", "b"};
  EXPECT_THAT(script(build.profile),
              testing::AllOf(testing::HasSubstr("# hostname : box\n"),
                             testing::HasSubstr("# cmdline : perf record -- ./a b\n"),
                             testing::HasSubstr("# event : name = cpu-clock")));
}

TEST(PerfScript, HoldsAllEvents) {
  ProfileBuilder build;
  build.profile.events.push_back(build.profile.events[0]);
  build.profile.events[1].name = "page-faults:u";
  AddressId work = build.address(build.user("work"));
  build.sample(1, {work}, StackEnd::root, 0);
  build.sample(1, {work}, StackEnd::root, 1);
  std::vector<ParsedSample> samples = parse(script(build.profile));
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[1].event, "page-faults:u");
}

}  // namespace
}  // namespace cxprof
