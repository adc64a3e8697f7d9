// Every form that perf script text comes in, small and by hand.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "runner/perf_script/load_perf_script.h"
#include "runner/support/error.h"
#include "tests/unit/perf_script/read_text.h"

namespace cxprof {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* two_samples =
    "prog 10/11 [001] 12781.877578:    1003009 cpu-clock: \n"
    "\t            1148 inner+0x1f (/tmp/prog)\n"
    "\t            119b main+0x9 (/tmp/prog)\n"
    "\n"
    "prog 10/12 [002] 12781.878570:    1003010 cpu-clock: \n"
    "\tffffffff81000130 entry+0x7 ([kernel.kallsyms])\n"
    "\t            119b main+0x9 (/tmp/prog)\n"
    "\n";

TEST(PerfScriptText, BecomesSamples) {
  SymbolizedProfile profile = read_text(two_samples);
  ASSERT_THAT(profile.samples, SizeIs(2));
  const UnwoundSample& sample = profile.samples[0];
  EXPECT_EQ(sample.pid, 10);
  EXPECT_EQ(sample.tid, 11);
  EXPECT_EQ(sample.cpu, 1);
  EXPECT_EQ(sample.period, 1003009U);
  EXPECT_EQ(sample.time_ns, 12781'877578'000U);
  EXPECT_EQ(comm_of(profile, 0), "prog");
  EXPECT_THAT(frames_of(profile, 0), ElementsAre("inner", "main"));
  EXPECT_THAT(frames_of(profile, 1), ElementsAre("entry", "main"));
  EXPECT_EQ(leaf_module(profile, 1).kind, ModuleKind::kernel);
  EXPECT_THAT(profile.modules, SizeIs(3));
  EXPECT_EQ(profile.modules[unknown_module].kind, ModuleKind::unknown);
  EXPECT_THAT(profile.module_facts, SizeIs(3));
  EXPECT_THAT(profile.addresses, SizeIs(3)) << "main stands once";
  EXPECT_EQ(profile.frames[0][0].offset, 0x1fU);
  ASSERT_THAT(profile.events, SizeIs(1));
  EXPECT_EQ(profile.events[0].name, "cpu-clock");
  EXPECT_TRUE(profile.events[0].counts_time);
  EXPECT_THAT(profile.findings, IsEmpty());
}

TEST(PerfScriptText, ReadsLineBreaksOfWindows) {
  std::string text = two_samples;
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) {
    text.insert(at, "\r");
  }
  SymbolizedProfile profile = read_text(text);
  ASSERT_THAT(profile.samples, SizeIs(2));
  EXPECT_THAT(frames_of(profile, 0), ElementsAre("inner", "main"));
  EXPECT_THAT(profile.findings, IsEmpty());
}

TEST(PerfScriptText, CountsTheLastSampleWithoutEmptyLine) {
  std::string text = two_samples;
  text.resize(text.size() - 2);
  SymbolizedProfile profile = read_text(text);
  EXPECT_THAT(profile.samples, SizeIs(2));
  EXPECT_THAT(frames_of(profile, 1), ElementsAre("entry", "main"));
}

TEST(PerfScriptText, KeepsEventsApartInOrderOfAppearance) {
  SymbolizedProfile profile = read_text(
      "a 1 1.5: instructions: \n\t 1 f (/p)\n\n"
      "a 1 1.6: cycles:u: \n\t 1 f (/p)\n\n"
      "a 1 1.7: instructions: \n\t 1 f (/p)\n\n");
  ASSERT_THAT(profile.events, SizeIs(2));
  EXPECT_EQ(profile.events[0].name, "instructions");
  EXPECT_EQ(profile.events[1].name, "cycles:u");
  EXPECT_EQ(profile.samples[1].event, 1U);
  EXPECT_EQ(analyze(profile, {}).summary.observed_samples, 2U);
}

TEST(PerfScriptText, MakesInlinedLevelsOneAddress) {
  SymbolizedProfile profile = read_text(
      "a 1 1.5: cycles: \n"
      "\t 1157 in2 (inlined)\n\t 1157 in1 (inlined)\n\t 1157 real_fn+0x17 (/p)\n"
      "\t 1049 main+0x9 (/p)\n\n"
      "a 1 1.6: cycles: \n\t 1157 in2 (inlined)\n\t 1157 in1 (inlined)\n"
      "\t 1157 real_fn+0x17 (/p)\n\n");
  EXPECT_THAT(frames_of(profile, 0), ElementsAre("[in2]", "[in1]", "real_fn", "main"));
  EXPECT_THAT(profile.addresses, SizeIs(2));
  Profile analyzed = analyze(std::move(profile), {});
  ASSERT_THAT(analyzed.rankings.self_time, SizeIs(1));
  EXPECT_EQ(analyzed.rankings.self_time[0].symbol, "real_fn");
  EXPECT_EQ(analyzed.rankings.self_time[0].samples, 2U);
}

TEST(PerfScriptText, LetsInlinedLevelsWithoutTheirFunctionStandAlone) {
  SymbolizedProfile profile = read_text(
      "a 1 1.5: cycles: \n\t 27304 start_main_impl (inlined)\n\t 1070 _start (/p)\n\n"
      "a 1 1.6: cycles: \n\t 27304 start_main_impl (inlined)\n\n");
  EXPECT_THAT(frames_of(profile, 0), ElementsAre("start_main_impl", "_start"));
  EXPECT_THAT(frames_of(profile, 1), ElementsAre("start_main_impl"));
}

TEST(PerfScriptText, ReadsSingleLines) {
  SymbolizedProfile profile = read_text(
      "            prog 11820 12781.877578:    1003009 cpu-clock:      55f9ab7d5148 inner+0x1f "
      "(/p)\n"
      "              dd 11820 12781.878570:    1003009 cpu-clock:      55f9ab7d513a inner+0x11 "
      "(/p)\n"
      "            prog 11820 12781.879603:    1003009 cpu-clock:  ffffffff81000130 [unknown] "
      "([kernel.kallsyms])\n");
  ASSERT_THAT(profile.samples, SizeIs(3));
  EXPECT_EQ(comm_of(profile, 0), "prog");
  EXPECT_EQ(comm_of(profile, 1), "dd");
  EXPECT_THAT(frames_of(profile, 1), ElementsAre("inner"));
  EXPECT_THAT(frames_of(profile, 2), ElementsAre("[kernel]"));
  EXPECT_EQ(profile.samples[0].end, StackEnd::not_recorded);
  EXPECT_FALSE(analyze(profile, {}).rankings.callers_available);
}

TEST(PerfScriptText, KeepsATracepointsTextOutOfTheStack) {
  SymbolizedProfile profile = read_text(
      "sh 1 [000] 1.5: sched:sched_switch: prev_comm=sh prev_pid=1 ==> next_comm=add\n"
      "\tffffffff81000130 schedule ([kernel.kallsyms])\n\n");
  ASSERT_THAT(profile.samples, SizeIs(1));
  EXPECT_THAT(frames_of(profile, 0), ElementsAre("schedule"));
  EXPECT_EQ(profile.events[0].name, "sched:sched_switch");
}

TEST(PerfScriptText, ReadsFramesWithoutHeaders) {
  SymbolizedProfile stacks = read_text(
      "\n\t            1148 f+0x1 (/p)\n\t            119b main (/p)\n\n"
      "\n\t            1148 f+0x1 (/p)\n\n");
  ASSERT_THAT(stacks.samples, SizeIs(2));
  EXPECT_THAT(frames_of(stacks, 0), ElementsAre("f", "main"));
  SymbolizedProfile flat = read_text("     55f9ab7d5148 f\n     55f9ab7d5149 g\n");
  ASSERT_THAT(flat.samples, SizeIs(2));
  EXPECT_THAT(frames_of(flat, 1), ElementsAre("g"));
}

TEST(PerfScriptText, ReadsHeadersThatHoldTheNameOnly) {
  SymbolizedProfile profile =
      read_text("my prog \n\t 1148 f (/p)\n\nother cycles: \n\t 1148 f (/p)\n\n");
  ASSERT_THAT(profile.samples, SizeIs(2));
  EXPECT_EQ(comm_of(profile, 0), "my prog");
  EXPECT_THAT(profile.findings, IsEmpty());
}

TEST(PerfScriptText, JoinsANameThatHoldsALineBreak) {
  SymbolizedProfile profile =
      read_text("nl\nname 11768 12774.339633:    1003009 cpu-clock: \n\t 1 f (/p)\n\n");
  ASSERT_THAT(profile.samples, SizeIs(1));
  EXPECT_EQ(comm_of(profile, 0), "nl\nname");
  EXPECT_THAT(profile.findings, IsEmpty());
}

TEST(PerfScriptText, KeepsTheStartOfATabbedName) {
  SymbolizedProfile profile = read_text("\ttabbed 7 1.5: cycles: \n\t 1 f (/p)\n\n");
  ASSERT_THAT(profile.samples, SizeIs(1));
  EXPECT_EQ(profile.samples[0].tid, 7);
}

TEST(PerfScriptText, ReadsHeadersThatFollowWithoutEmptyLine) {
  SymbolizedProfile profile = read_text(
      "dd 1 1.5: cycles: \n\t 1 f (/p)\n ilen: 3 insn: 48 39 c7\n"
      "dd 1 1.6: cycles: \n\t 2 g (/p)\n 0x40/0x50/P/-/-/0 \n"
      "dd 1 1.7: cycles: \n\t 3 h (/p)\n");
  ASSERT_THAT(profile.samples, SizeIs(3));
  EXPECT_THAT(frames_of(profile, 1), ElementsAre("g"));
  EXPECT_THAT(profile.findings, IsEmpty());
}

TEST(PerfScriptText, ReadsSourceLines) {
  SymbolizedProfile profile = read_text(
      "a 1 1.5: cycles: \n\t 1148 inner (/p)\n  main.cpp:2\n\t 119b main (/p)\n  main.cpp:5\n"
      "\tffffffff82260674 irq ([kernel.kallsyms])\n  [kernel.kallsyms][ffffffff82260674]\n\n");
  ASSERT_THAT(frames_of(profile, 0), ElementsAre("inner", "main", "irq"));
  EXPECT_EQ(profile.source_files.at(profile.frames[0][0].file), "main.cpp");
  EXPECT_EQ(profile.frames[0][0].line, 2U);
  EXPECT_EQ(profile.frames[1][0].line, 5U);
  EXPECT_THAT(profile.findings, IsEmpty());
}

TEST(PerfScriptText, TakesFactsFromComments) {
  SymbolizedProfile profile = read_text(
      "# ========\n# hostname : box\n# os release : 6.1.0\n# arch : x86_64\n# perf version : "
      "6.1.2\n"
      "# cpudesc : A CPU\n# cmdline : /usr/bin/perf record -g -- ./prog one \n"
      "# event : name = cpu-clock, , id = { 5, 6 }, { sample_period, sample_freq } = 997, "
      "sample_type = IP|TID|CALLCHAIN|REGS_USER|STACK_USER, freq = 1\n# ========\n#\n" +
      std::string(two_samples));
  EXPECT_EQ(profile.recording.host.name, "box");
  EXPECT_EQ(profile.recording.host.kernel, "6.1.0");
  EXPECT_EQ(profile.recording.host.cpu_model, "A CPU");
  EXPECT_EQ(profile.recording.recorder_version, "6.1.2");
  EXPECT_THAT(profile.recording.command.arguments, ElementsAre("./prog", "one"));
  EXPECT_EQ(profile.events[0].frequency_hz, 997U);
  EXPECT_TRUE(profile.events[0].has_user_stack);
  EXPECT_THAT(profile.samples, SizeIs(2));
}

TEST(PerfScriptText, CountsLostSamplesAndPassesOtherRecordsOver) {
  SymbolizedProfile profile = read_text(
      "prog 1 1.0: PERF_RECORD_MMAP2 1/1: [0x55f9(0x1000) @ 0x1000 fe:00 1 2]: r-xp /p\n"
      "prog 1 1.1: PERF_RECORD_LOST lost 12\n" +
      std::string(two_samples));
  EXPECT_EQ(profile.losses.lost_samples, 12U);
  EXPECT_THAT(profile.samples, SizeIs(2));
  EXPECT_THAT(profile.findings, IsEmpty());
}

TEST(PerfScriptText, ReportsMalformedLinesWithTheirNumbers) {
  SymbolizedProfile profile = read_text(
      "Failed to open /tmp/perf-1.map, continuing without symbols\n"
      "a 1 1.5: cycles: \n\t 1 f (/p)\n\t THIS_IS_WEIRD\n\t 2 main (/p)\n\n"
      "something that is no header at all\n\n"
      "a 1 1.6: cycles: \n\t 1 f (/p)\n\n");
  ASSERT_THAT(profile.samples, SizeIs(2));
  EXPECT_THAT(frames_of(profile, 0), ElementsAre("f", "main"));
  ASSERT_THAT(profile.findings, SizeIs(1));
  EXPECT_EQ(profile.findings[0].code, "malformed-lines");
  EXPECT_THAT(profile.findings[0].text, HasSubstr("2 lines of text"));
  EXPECT_THAT(profile.findings[0].text, HasSubstr("line 4 (THIS_IS_WEIRD)"));
  EXPECT_THAT(profile.findings[0].text, HasSubstr("line 7 (something that"));
}

TEST(PerfScriptText, KeepsTheFramesOfAHeaderThatCannotBeRead) {
  SymbolizedProfile profile = read_text(
      "a 1 1.5: cycles: \n\t 1 f (/p)\n\n"
      "garbled header\n\t 2 g (/p)\n\n");
  ASSERT_THAT(profile.samples, SizeIs(2));
  EXPECT_THAT(frames_of(profile, 1), ElementsAre("g"));
  ASSERT_THAT(profile.findings, SizeIs(1));
  EXPECT_THAT(profile.findings[0].text, HasSubstr("line 4"));
}

TEST(PerfScriptText, SamplesWithoutFramesAreCounted) {
  SymbolizedProfile profile = read_text("a 1 1.5: cycles: \n\na 1 1.6: cycles: \n\t 1 f (/p)\n\n");
  ASSERT_THAT(profile.samples, SizeIs(2));
  EXPECT_EQ(profile.samples[0].stack, empty_stack);
}

TEST(PerfScriptText, IsOrderedByTime) {
  SymbolizedProfile profile =
      read_text("a 1 2.5: c: \n\t 1 f (/p)\n\na 1 1.5: c: \n\t 2 g (/p)\n\n");
  EXPECT_THAT(frames_of(profile, 0), ElementsAre("g"));
}

TEST(PerfScriptText, TrustsCallersOnlyWhereStacksReachTheStart) {
  auto stack_fields = [](const char* text) { return read_text(text).events.at(0); };
  Event whole = stack_fields("a 1 1.5: c: \n\t 1 memmove (/libc.so.6)\n\t 2 _start (/p)\n\n");
  EXPECT_TRUE(whole.has_user_stack);
  Event doubtful = stack_fields("a 1 1.5: c: \n\t 1 memmove (/libc.so.6)\n\t 2 main (/p)\n\n");
  EXPECT_FALSE(doubtful.has_user_stack);
  EXPECT_TRUE(doubtful.has_call_chain);
}

class TextFile : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& text) {
    std::ofstream(path_, std::ios::binary) << text;
    return path_;
  }
  void TearDown() override { std::filesystem::remove(path_); }
  std::filesystem::path path_ = testing::TempDir() + "cxprof_text_" +
                                testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(TextFile, IsReadFromAFile) {
  EXPECT_THAT(load_perf_script(write(two_samples)).samples, SizeIs(2));
  EXPECT_TRUE(looks_like_perf_script(path_));
}

TEST_F(TextFile, EmptyHoldsNoSamples) {
  EXPECT_THAT(load_perf_script(write("")).samples, IsEmpty());
  EXPECT_THAT(load_perf_script(write("# hostname : x\n#\n\n")).samples, IsEmpty());
}

TEST_F(TextFile, AnythingElseIsOneSentence) {
  try {
    load_perf_script(write("int main() {\n  return 12;\n}\n"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr(path_.string()));
    EXPECT_THAT(error.what(), HasSubstr("neither a perf.data recording nor perf script text"));
    EXPECT_THAT(error.what(), HasSubstr("3 lines"));
  }
}

TEST_F(TextFile, IsToldFromARecording) {
  EXPECT_FALSE(looks_like_perf_script(write("PERFILE2 and more")));
  EXPECT_FALSE(looks_like_perf_script(write("2ELIFREP and more")));
  EXPECT_FALSE(looks_like_perf_script("/nowhere/at/all"));
  EXPECT_FALSE(is_text_stream(path_));
  EXPECT_TRUE(is_text_stream("-"));
}

}  // namespace
}  // namespace cxprof
