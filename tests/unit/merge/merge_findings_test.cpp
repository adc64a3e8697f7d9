#include <gmock/gmock.h>

#include "runner/merge/merge.h"
#include "tests/unit/merge/run_profiles.h"

namespace cxprof {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// The text of the only finding with that code; empty: there is none.
std::string text_of(const Profile& profile, const std::string& code) {
  std::string text;
  for (const Finding& finding : profile.findings) {
    if (finding.code != code) continue;
    EXPECT_EQ(text, "") << "twice: " << code;
    text = finding.text;
  }
  return text;
}

Profile with_finding(const std::string& name, Finding finding) {
  Profile profile = run_profile(name, 60, 40);
  profile.findings = {std::move(finding)};
  return profile;
}

TEST(MergeFindings, AreNoneOfRunsThatGoTogether) {
  EXPECT_THAT(merge({run_profile("a", 70, 30), run_profile("b", 30, 70)}).findings, IsEmpty());
}

TEST(MergeFindings, OtherHostsAndKernels) {
  Profile other = run_profile("c", 70, 30);
  other.detail.recording.host = {"other", "6.6.0", "", ""};
  Profile merged = merge({run_profile("a", 70, 30), run_profile("b", 70, 30), other});
  EXPECT_EQ(text_of(merged, "merged-hosts"),
            "The runs come from 2 hosts: box (2 runs), other (1 run).");
  EXPECT_EQ(text_of(merged, "merged-kernels"),
            "The runs ran under 2 kernels: 6.1.0 (2 runs), 6.6.0 (1 run).");
  EXPECT_EQ(merged.detail.recording.host.name, "");
}

TEST(MergeFindings, OtherBuildsOfOneProgram) {
  Profile rebuilt = run_profile("a", 70, 30);
  rebuilt.target.build_id = "b2";
  EXPECT_EQ(text_of(merge({run_profile("a", 70, 30), rebuilt}), "merged-builds"),
            "/app/a was run in 2 builds, with the build ids b1a (1 run), b2 (1 run); functions of "
            "the same name are added up.");
}

TEST(MergeFindings, OtherFrequencies) {
  Profile faster = run_profile("b", 70, 30);
  faster.event.frequency_hz = 4999;
  EXPECT_EQ(text_of(merge({run_profile("a", 70, 30), faster}), "merged-frequencies"),
            "The runs were sampled at 2 rates: 1000 Hz (1 run), 4999 Hz (1 run).");
}

TEST(MergeFindings, OtherEventsAreLeftOutOfTheSums) {
  Profile cycles = run_profile("cycles", 700, 300);
  cycles.event = {"cycles", 1000, 0, false, true, false};
  Profile merged = merge({run_profile("a", 70, 30), cycles, run_profile("b", 70, 30)});
  EXPECT_EQ(merged.event.name, "cpu-clock");
  EXPECT_TRUE(merged.event.counts_time);
  EXPECT_EQ(merged.summary.profiled_samples, 200U);
  EXPECT_EQ(merged.executables.size(), 3U);
  EXPECT_EQ(text_of(merged, "merged-events"),
            "The sums are of cpu-clock alone, which 2 of 3 runs have; left out: cycles (cycles, "
            "1000 samples).");
  // A run without samples has no say.
  Profile idle = run_profile("idle", 0, 0);
  EXPECT_EQ(merge({idle, idle, cycles}).event.name, "cycles");
}

TEST(MergeFindings, FailedRunsAreNamedWithTheirStatus) {
  Profile crashed = with_finding("crashed", {Severity::warning, "program-failed", "It died.", ""});
  crashed.detail.recording.exit = {ExitKind::signalled, 0, 11};
  Profile slow = with_finding("slow", {Severity::warning, "program-failed", "It was slow.", ""});
  slow.detail.recording.exit = {ExitKind::timed_out, 0, 0};
  Profile three = run_profile("three", 70, 30);
  three.detail.recording.exit = {ExitKind::exited, 3, 0};
  Profile merged = merge({crashed, run_profile("good", 70, 30), slow, three});
  EXPECT_EQ(text_of(merged, "runs-failed"),
            "3 of 4 runs did not pass: crashed (killed by signal 11 (SIGSEGV)), slow (stopped at "
            "the time limit), three (exited with 3); what was sampled up to there is in the sums.");
  EXPECT_EQ(text_of(merged, "program-failed"), "");
  EXPECT_EQ(merged.executables[0].findings[0].text, "It died.");
}

TEST(MergeFindings, RunsWithoutProfileAreNamedWithTheCause) {
  Profile refused = run_profile("refused", 0, 0);
  refused.findings = {{Severity::error, "perf-not-permitted", "Perf may not.", "Permit it."}};
  Profile merged = merge({refused, run_profile("good", 70, 30)});
  EXPECT_EQ(text_of(merged, "runs-without-profile"),
            "1 of 2 runs has no samples: refused (perf-not-permitted). Perf may not.");
  EXPECT_EQ(merged.findings.front().severity, Severity::warning);
  EXPECT_EQ(merged.findings.front().advice, "Permit it.");
  EXPECT_EQ(text_of(merged, "perf-not-permitted"), "");
  EXPECT_EQ(merge({refused, refused}).findings.front().severity, Severity::error);
}

TEST(MergeFindings, OfManyRunsAreOneSentence) {
  auto few = [](const std::string& name, const std::string& text) {
    return with_finding(name, {Severity::warning, "few-samples", text, "Run " + name + " longer."});
  };
  Profile merged = merge({few("b", "Only 20."), few("a", "Only 10."), run_profile("c", 70, 30)});
  EXPECT_EQ(text_of(merged, "few-samples"), "2 of 3 runs have few samples: a, b.");
  EXPECT_EQ(merged.findings.size(), 1U);
}

TEST(MergeFindings, OfOneRunAndOfOneTextAreWordForWord) {
  Finding note{Severity::note, "perf-options-left-out", "This perf lacks --x.", "Update it."};
  EXPECT_EQ(text_of(merge({with_finding("a", note), run_profile("b", 70, 30)}), note.code),
            "a: This perf lacks --x.");
  Profile merged = merge({with_finding("a", note), with_finding("b", note)});
  EXPECT_EQ(text_of(merged, note.code), "2 of 2 runs (a, b): This perf lacks --x.");
  EXPECT_EQ(merged.findings.front().advice, "Update it.");
}

TEST(MergeFindings, NameRunsOfOneNameByTheirDirectory) {
  Profile first = run_profile("a", 60, 40);
  Profile second = first;
  second.detail.recording.run_directory = "/app/profile/session/20260101-000000/002-a";
  second.detail.recording.exit = {ExitKind::exited, 1, 0};
  EXPECT_THAT(text_of(merge({first, second}), "runs-failed"),
              HasSubstr("a (002-a) (exited with 1)"));
}

TEST(MergeFindings, OfManyRunsNameSome) {
  std::vector<Profile> runs;
  for (char name = 'a'; name <= 'z'; ++name) {
    runs.push_back(run_profile(std::string(1, name), 60, 40));
    runs.back().detail.recording.exit = {ExitKind::exited, 1, 0};
  }
  EXPECT_THAT(text_of(merge(runs), "runs-failed"), HasSubstr("h (exited with 1) and 18 more;"));
}

TEST(MergeFindings, InputsThatCouldNotBeReadStayNamedInMergesOfMerges) {
  Finding unread{Severity::warning, unreadable_input, "Not in the sums: x is damaged.", ""};
  Profile merged = merge({run_profile("a", 60, 40)}, {unread});
  EXPECT_EQ(text_of(merge({merged, run_profile("b", 60, 40)}), unreadable_input), unread.text);
}

TEST(MergeFindings, FewSamplesInAll) {
  Profile few = run_profile("a", 20, 10);
  few.findings = {{Severity::warning, "few-samples", "Only 30.", ""}};
  EXPECT_THAT(text_of(merge({few}), "few-samples"), HasSubstr("only 30 profiled samples"));
  EXPECT_EQ(text_of(merge({run_profile("a", 20, 10), run_profile("b", 20, 10)}), "few-samples"),
            "All runs together have only 60 profiled samples; results may be noisy.");
}

}  // namespace
}  // namespace cxprof
