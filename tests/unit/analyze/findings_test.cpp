#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "runner/analyze/analyze.h"
#include "tests/unit/analyze/profile_builder.h"

namespace cxprof {
namespace {

using testing::HasSubstr;

class FindingsTest : public testing::Test {
 protected:
  // Enough samples for no finding of its own.
  void work(std::uint64_t samples = 200, StackEnd end = StackEnd::root) {
    build.call(samples, {work_}, end);
  }
  std::optional<Finding> found(const std::string& code) {
    profile = analyze(build.profile, {});
    for (const Finding& finding : profile.findings) {
      if (finding.code == code) return finding;
    }
    return std::nullopt;
  }
  std::string text(const std::string& code) {
    auto finding = found(code);
    return finding ? finding->text : "(no finding " + code + ")";
  }

  ProfileBuilder build;
  FunctionId work_ = build.user("work");
  Profile profile;
};

TEST_F(FindingsTest, AGoodProfileHasNone) {
  work();
  EXPECT_THAT(analyze(build.profile, {}).findings, testing::IsEmpty());
}

TEST_F(FindingsTest, FewSamplesInSingularAndPlural) {
  work(1);
  EXPECT_EQ(text("few-samples"), "Only 1 profiled sample was collected; results may be noisy.");
  work(98);
  EXPECT_EQ(text("few-samples"), "Only 99 profiled samples were collected; results may be noisy.");
  EXPECT_THAT(found("few-samples")->advice, HasSubstr("11 times"));
  work(1);
  EXPECT_FALSE(found("few-samples"));
}

TEST_F(FindingsTest, NoSamplesOfAProgramThatWasTooShort) {
  build.profile.recording.resources = ResourceUse{0.004, 0.002, 0.001};
  auto finding = found("no-samples");
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->severity, Severity::error);
  EXPECT_EQ(finding->text,
            "No samples: the program ran for 0.004 s, used 0.003 s of CPU time and was sampled at "
            "1000 Hz.");
  EXPECT_THAT(finding->advice, HasSubstr("--frequency 4999"));
  EXPECT_FALSE(found("few-samples"));
}

TEST_F(FindingsTest, NoSamplesOfAnEventThatDoesNotCount) {
  build.profile.events[0].name = "cycles";
  build.profile.events[0].counts_time = false;
  build.profile.recording.resources = ResourceUse{2.1, 2.0, 0.0};
  EXPECT_THAT(found("no-samples")->advice, HasSubstr("--event cpu-clock"));
}

TEST_F(FindingsTest, NoSamplesOfOneEventButOfAnother) {
  build.profile.events.push_back(build.profile.events[0]);
  build.profile.events[1].name = "cycles";
  build.sample(1, {build.address(work_)}, StackEnd::root, 1);
  AnalyzeOptions options;
  options.event = "cpu-clock";
  Profile of_none = analyze(build.profile, options);
  ASSERT_FALSE(of_none.findings.empty());
  EXPECT_EQ(of_none.findings[0].text,
            "No samples of cpu-clock were recorded, but 1 sample of cycles.");
  EXPECT_EQ(of_none.findings[0].advice, "Look at those: --event cycles.");
}

TEST_F(FindingsTest, NoSamplesThatCouldBeUsed) {
  build.sample(3, {});
  EXPECT_EQ(text("no-samples"),
            "No sample could be used: 3 samples of cpu-clock were recorded, none with an "
            "instruction pointer (field ip).");
  EXPECT_THAT(found("no-samples")->advice, HasSubstr("cannot be repaired"));
}

TEST_F(FindingsTest, NoSamplesOfAProgramThatWaited) {
  build.profile.recording.resources = ResourceUse{2.0, 0.002, 0.001};
  EXPECT_EQ(text("no-samples"),
            "No samples: the program ran for 2.000 s, used 0.003 s of CPU time and was sampled at "
            "1000 Hz; it waited most of the time, which is not sampled.");
}

TEST_F(FindingsTest, NoSamplesOfAProgramThatWasCutShortAsksForTimeAndNotForWork) {
  build.profile.recording.resources = ResourceUse{1.0, 0.002, 0.001};
  build.profile.recording.exit = {ExitKind::timed_out, 0, 15};
  auto finding = found("no-samples");
  EXPECT_THAT(finding->advice, HasSubstr("raise --timeout"));
  EXPECT_THAT(finding->advice, testing::Not(HasSubstr("larger input")));
  work(3);
  EXPECT_THAT(found("few-samples")->advice, HasSubstr("Give it more time with --timeout"));
  EXPECT_THAT(found("few-samples")->advice, testing::Not(HasSubstr("larger workload")));
}

TEST_F(FindingsTest, NoSamplesOfAProgramThatFailedAtOnce) {
  build.profile.recording.resources = ResourceUse{0.01, 0.002, 0.001};
  build.profile.recording.exit = {ExitKind::exited, 2, 0};
  EXPECT_THAT(found("no-samples")->advice, HasSubstr("stderr.txt"));
}

TEST_F(FindingsTest, NoSamplesAlthoughTheProgramUsedTime) {
  build.profile.recording.resources = ResourceUse{2.1, 2.0, 0.0};
  EXPECT_THAT(found("no-samples")->advice, HasSubstr("`cxprof doctor`"));
}

TEST_F(FindingsTest, OptionsOfACMakeProjectStandWithTheirKeywords) {
  work(1);
  EXPECT_THAT(found("few-samples")->advice, HasSubstr("more often: --frequency 4999."));
  build.profile.recording.code_roots.binaries = {"/home/me/app/build/_cxprof/tree"};
  EXPECT_THAT(found("few-samples")->advice,
              HasSubstr("--frequency 4999 (FREQUENCY 4999 in CMake)"));
  work(9, StackEnd::truncated_copy);
  EXPECT_THAT(found("truncated-stacks")->advice,
              HasSubstr("--stack-size 16384 (STACK_SIZE 16384 in CMake)"));
}

TEST_F(FindingsTest, NoneOfTheSamplesInTheUsersCodeNamesTheRoots) {
  build.call(200, {build.function("memmove", build.libc())});
  auto told = [&](CodeRoots roots) {
    AnalyzeOptions options;
    options.code_roots = std::move(roots);
    for (const Finding& finding : analyze(build.profile, options).findings) {
      if (finding.code == "no-user-code") return finding;
    }
    return Finding{};
  };
  Finding finding = told({{"/home/me/wrong"}, {"/home/me/wrong/vendor"}, {}});
  EXPECT_EQ(finding.severity, Severity::warning);
  EXPECT_EQ(finding.text,
            "None of the 200 samples is in your code, which is looked for below /home/me/wrong but "
            "not /home/me/wrong/vendor.");
  EXPECT_THAT(finding.advice, HasSubstr("--user-root DIR"));
  EXPECT_THAT(told({{}, {"/home/me/app"}, {}}).text, HasSubstr("/home/me/app is taken out"));
  EXPECT_EQ(told({}).severity, Severity::note);
  build.profile.recording.code_roots.binaries = {"/home/me/app/build/_cxprof/tree"};
  EXPECT_THAT(told({{"/home/me/wrong"}, {}, {}}).advice, HasSubstr("(USER_ROOTS DIR in CMake)"));
  work(1);
  EXPECT_EQ(told({}).code, "");
}

TEST_F(FindingsTest, NamelessCodeIsNotBlamedOnTheRoots) {
  build.call(200, {build.unnamed(build.libc())});
  EXPECT_FALSE(found("no-user-code"));
  EXPECT_TRUE(found("unnamed-functions"));
}

TEST_F(FindingsTest, UnknownCallersAreNotBlamedOnTheRoots) {
  build.call(200, {build.function("memmove", build.libc())}, StackEnd::truncated_copy);
  EXPECT_FALSE(found("no-user-code"));
  EXPECT_TRUE(found("truncated-stacks"));
}

TEST_F(FindingsTest, AFailedRecordingIsTheCauseAndSaidFirst) {
  build.profile.recording.failure =
      Finding{Severity::warning, "perf-not-permitted", "perf may not record.", "Lower it."};
  build.profile.events.clear();
  build.profile.recording.exit = {ExitKind::exited, 3, 0};
  EXPECT_FALSE(found("no-samples"));
  ASSERT_EQ(profile.findings.size(), 2U);
  EXPECT_EQ(profile.findings[0].code, "perf-not-permitted");
  EXPECT_EQ(profile.findings[0].severity, Severity::error);
  EXPECT_EQ(profile.findings[1].code, "program-failed");
  EXPECT_EQ(profile.event.name, "cpu-clock");
}

TEST_F(FindingsTest, MissingStacks) {
  work();
  build.sample(1, {});
  EXPECT_EQ(text("missing-stacks"),
            "1 of 201 samples had not even an instruction pointer and is in no ranking.");
}

TEST_F(FindingsTest, TruncatedStacksAdviseTheNextLargerCopy) {
  work(150);
  work(50, StackEnd::truncated_copy);
  EXPECT_EQ(text("truncated-stacks"),
            "50 of 200 call stacks (25.0 %) end early because only 8192 bytes of each stack were "
            "copied: their outer callers are missing.");
  EXPECT_THAT(found("truncated-stacks")->advice, HasSubstr("--stack-size 16384"));
  build.profile.recording.stack_bytes = 16384;
  EXPECT_THAT(found("truncated-stacks")->advice, HasSubstr("--stack-size 32768"));
  build.profile.recording.stack_bytes = 32768;
  EXPECT_THAT(found("truncated-stacks")->advice, HasSubstr("--stack-size 65528"));
  build.profile.recording.stack_bytes = 65528;
  EXPECT_THAT(found("truncated-stacks")->advice, HasSubstr("lower bounds"));
}

TEST_F(FindingsTest, AFewTruncatedStacksAreANote) {
  work(199);
  work(1, StackEnd::truncated_copy);
  EXPECT_EQ(found("truncated-stacks")->severity, Severity::note);
  work(2, StackEnd::truncated_copy);
  EXPECT_EQ(found("truncated-stacks")->severity, Severity::warning);
}

TEST_F(FindingsTest, StacksThatCannotBeWalked) {
  work(150);
  work(30, StackEnd::no_unwind_info);
  work(20, StackEnd::unreadable);
  EXPECT_EQ(text("no-unwind-info"),
            "30 of 200 call stacks (15.0 %) stop at code without call frame information, 20 of 200 "
            "call stacks (10.0 %) lead to addresses that hold no stack: their callers are "
            "unknown.");
}

TEST_F(FindingsTest, StacksThatStopInAFileThatIsGone) {
  work(150);
  work(50, StackEnd::no_unwind_info);
  ModuleFacts& facts = build.profile.module_facts.at(build.program());
  facts.file_found = false;
  facts.missing_reason = "the file is gone";
  EXPECT_EQ(text("file-missing"),
            "50 of 200 call stacks (25.0 %) stop in /home/me/app/build/app, which cannot be read "
            "(the file is gone): their callers are unknown.");
  EXPECT_FALSE(found("no-unwind-info"));
}

TEST_F(FindingsTest, AdviceOnARecordingThatPerfMadeIsInPerfsWords) {
  work(150);
  work(50, StackEnd::truncated_copy);
  build.profile.recording.recorder = "perf";
  build.profile.recording.run_directory.clear();
  EXPECT_THAT(found("truncated-stacks")->advice, HasSubstr("perf record --call-graph dwarf,16384"));
}

TEST_F(FindingsTest, DepthLimitMakesInclusiveTimesLowerBounds) {
  work(150);
  work(50, StackEnd::depth_limit);
  EXPECT_THAT(text("depth-limit"), HasSubstr("is a lower bound"));
}

TEST_F(FindingsTest, FramePointersLeaveCallersUnknown) {
  build.profile.recording.call_graph = "fp";
  work(150);
  build.call(50, {build.function("memmove", build.libc()), work_});
  auto finding = found("caller-unknown");
  ASSERT_TRUE(finding);
  EXPECT_THAT(finding->text, HasSubstr("50 of 200 samples (25.0 %)"));
  EXPECT_THAT(finding->advice, HasSubstr("--call-graph dwarf"));
}

TEST_F(FindingsTest, NoCallGraph) {
  work(150, StackEnd::not_recorded);
  build.call(50, {build.function("memmove", build.libc())}, StackEnd::not_recorded);
  EXPECT_THAT(text("no-call-graph"), HasSubstr("50 samples (25.0 %)"));
  build.profile.events[0].has_user_stack = false;  // perf was asked for dwarf, and left it out
  EXPECT_THAT(text("no-call-graph"), HasSubstr("fields user_regs and user_stack are missing"));
}

TEST_F(FindingsTest, LostSamplesAndThrottling) {
  work(190);
  build.profile.losses.lost_samples = 10;
  build.profile.losses.throttle_records = 1;
  EXPECT_EQ(text("lost-samples"), "The kernel lost 10 samples (5.0 % of all).");
  EXPECT_EQ(found("lost-samples")->severity, Severity::warning);
  EXPECT_EQ(text("throttled"), "The kernel paused the sampling once because it came too often.");
  EXPECT_EQ(profile.data_quality.lost_samples, 10U);
}

TEST_F(FindingsTest, UnnamedFunctionsOfLibcNameThePackage) {
  work(150);
  build.call(50, {build.unnamed(build.libc()), work_});
  build.profile.module_facts[build.libc()].missing_reason = "the file is stripped";
  auto finding = found("unnamed-functions");
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->text,
            "50 of 200 samples (25.0 %) end in functions of libc.so.6 that have no name: the file "
            "is stripped.");
  EXPECT_THAT(finding->advice, HasSubstr("libc6-dbg"));
  EXPECT_EQ(finding->severity, Severity::warning);
}

TEST_F(FindingsTest, AFewUnnamedFunctionsAreANote) {
  work(199);
  build.call(1, {build.unnamed(build.libc()), work_});
  EXPECT_EQ(found("unnamed-functions")->severity, Severity::note);
}

TEST_F(FindingsTest, AStrippedProgram) {
  build.profile.module_facts[build.program()].has_symbols = false;
  build.profile.module_facts[build.program()].has_line_info = false;
  build.call(200, {build.unnamed(build.program())});
  EXPECT_EQ(
      text("stripped-program"),
      "app is stripped: 200 of 200 samples (100.0 %) end in functions of it that have no name.");
  EXPECT_FALSE(found("no-debug-information"));
  EXPECT_FALSE(found("unnamed-functions"));
}

TEST_F(FindingsTest, AStrippedProgramWithoutSamplesOfItsOwnIsANote) {
  build.profile.module_facts[build.program()].has_symbols = false;
  build.call(200, {build.function("memmove", build.module("/usr/lib/libc.so.6"))});
  ASSERT_TRUE(found("stripped-program"));
  EXPECT_EQ(found("stripped-program")->severity, Severity::note);
  EXPECT_EQ(text("stripped-program"), "app is stripped: callers in it have no names.");
}

TEST_F(FindingsTest, AProgramWithoutDebugInformation) {
  build.profile.module_facts[build.program()].has_line_info = false;
  work();
  EXPECT_THAT(found("no-debug-information")->advice, HasSubstr("-g"));
}

TEST_F(FindingsTest, AProgramWhoseSplitDebugInformationIsGone) {
  ModuleFacts& facts = build.profile.module_facts[build.program()];
  facts.missing_reason = "its split debug information (main.dwo and 3 more) is missing";
  work();
  ASSERT_TRUE(found("split-debug-information-missing"));
  EXPECT_EQ(found("split-debug-information-missing")->severity, Severity::warning);
  EXPECT_EQ(text("split-debug-information-missing"),
            "app: its split debug information (main.dwo and 3 more) is missing: functions inlined "
            "there are not shown.");
  EXPECT_THAT(found("split-debug-information-missing")->advice, HasSubstr("dwp"));
}

TEST_F(FindingsTest, AFileOfAnotherBuildNamesNothing) {
  build.profile.module_facts[build.program()] = {false, true, false, false, "", ""};
  build.call(200, {build.unnamed(build.program())});
  EXPECT_EQ(text("build-id-mismatch"),
            "/home/me/app/build/app has changed since the recording (its build id is another one): "
            "its functions, with 200 samples, are not named.");
  EXPECT_FALSE(found("unnamed-functions"));
  EXPECT_FALSE(found("stripped-program"));
}

TEST_F(FindingsTest, UnknownObjects) {
  work(199);
  build.call(1, {build.unnamed(unknown_module)});
  EXPECT_THAT(text("unknown-objects"), HasSubstr("1 of 200 samples (0.5 %)"));
  EXPECT_THAT(found("unknown-objects")->advice, HasSubstr("perf-PID.map"));
}

TEST_F(FindingsTest, AnUnoptimisedProgram) {
  work();
  build.profile.module_facts[build.program()].producer = "GNU C++17 12.2.0 -g -std=gnu++17";
  EXPECT_THAT(text("not-optimized"), HasSubstr("app was compiled without optimisation"));
  build.profile.module_facts[build.program()].producer = "GNU C++17 12.2.0 -O2 -g -O0";
  EXPECT_TRUE(found("not-optimized"));
  build.profile.module_facts[build.program()].producer = "clang version 14.0.6";
  EXPECT_FALSE(found("not-optimized"));
}

TEST_F(FindingsTest, AnInstrumentedProgram) {
  work();
  build.profile.module_facts[build.program()].producer += " -fsanitize=address -g";
  EXPECT_THAT(text("instrumented"), HasSubstr("(-fsanitize=address)"));
  build.profile.module_facts[build.program()].producer = "clang version 14.0.6";
  EXPECT_FALSE(found("instrumented"));
  build.module("/usr/lib/libasan.so.8");
  EXPECT_THAT(text("instrumented"), HasSubstr("(libasan.so.8)"));
}

TEST_F(FindingsTest, SampledAndMeasuredTimeThatDisagree) {
  work(500);  // 0.5 s
  build.profile.recording.resources = ResourceUse{1.0, 0.8, 0.2};
  EXPECT_EQ(text("time-mismatch"),
            "The samples stand for 0.50 s of CPU time, but the kernel measured 1.00 s (-50 %).");
  build.profile.recording.resources = ResourceUse{1.0, 0.5, 0.1};  // 17 % apart
  EXPECT_FALSE(found("time-mismatch"));
}

TEST_F(FindingsTest, UserOnlyEventsAreHeldAgainstUserTime) {
  work(500);
  build.profile.events[0].name = "cpu-clock:u";
  build.profile.recording.resources = ResourceUse{1.0, 0.5, 0.5};
  EXPECT_FALSE(found("time-mismatch"));
}

TEST_F(FindingsTest, ShortRunsAreNotHeldAgainstTheClock) {
  work(10);
  build.profile.recording.resources = ResourceUse{0.2, 0.15, 0.0};
  EXPECT_FALSE(found("time-mismatch"));
}

TEST_F(FindingsTest, OtherEventsAreNamed) {
  work();
  build.profile.events.push_back(build.profile.events[0]);
  build.profile.events[1].name = "cycles";
  EXPECT_EQ(text("other-events"),
            "This profile is of cpu-clock alone; the recording also holds cycles (0 samples).");
}

TEST_F(FindingsTest, MostlyKernel) {
  work(90);
  build.call(90, {build.function("clear_page", build.kernel()), work_});
  EXPECT_FALSE(found("mostly-kernel"));
  build.call(10, {build.function("clear_page", build.kernel()), work_});
  EXPECT_EQ(found("mostly-kernel")->severity, Severity::note);
}

TEST_F(FindingsTest, AFailedProgramSaysWhoseStatusItWas) {
  work();
  build.profile.recording.exit = {ExitKind::exited, 3, 0};
  EXPECT_EQ(text("program-failed"),
            "The program itself exited with 3; the profile covers the run up to there.");
  build.profile.recording.exit = {ExitKind::signalled, 0, 11};
  EXPECT_EQ(text("program-failed"),
            "The program itself was killed by signal 11 (SIGSEGV); the profile covers the run up "
            "to there.");
  build.profile.recording.exit = {ExitKind::exited, 0, 0};
  EXPECT_FALSE(found("program-failed"));
  build.profile.recording.exit = {};
  EXPECT_FALSE(found("program-failed"));
}

TEST_F(FindingsTest, OfEarlierRoomsArePassedOnOnceAndTheMostSevereStandFirst) {
  work();
  Finding note{Severity::note, "option-left-out", "perf is old.", ""};
  build.profile.recording.findings = {note};
  build.profile.findings = {note,
                            {Severity::error, "damaged", "The file is cut.", "Record again."}};
  build.profile.recording.exit = {ExitKind::exited, 1, 0};
  std::vector<std::string> codes;
  for (const Finding& finding : analyze(build.profile, {}).findings) codes.push_back(finding.code);
  EXPECT_THAT(codes, testing::ElementsAre("damaged", "program-failed", "option-left-out"));
}

}  // namespace
}  // namespace cxprof
