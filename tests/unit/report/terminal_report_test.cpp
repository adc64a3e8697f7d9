#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "runner/analyze/analyze.h"
#include "runner/report/report.h"
#include "runner/support/text.h"
#include "tests/unit/report/example_profile.h"
#include "tests/unit/report/golden.h"

namespace cxprof {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string terminal(const Profile& profile, const ReportOptions& options = {}) {
  std::ostringstream out;
  write_report(profile, ReportFormat::terminal, options, out);
  return out.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(TerminalReport, Unlimited) {
  Profile profile = example_profile();
  profile.detail.recording.repeat_command =
      "cxprof run --name naive -- build/app 2000 'it'\\''s 70'";
  expect_golden("terminal.txt", terminal(profile));
}

TEST(TerminalReport, EightyColumns) {
  ReportOptions options;
  options.width = 80;
  options.top = 2;
  expect_golden("terminal-80.txt", terminal(example_profile(), options));
}

TEST(TerminalReport, WithoutSamples) {
  expect_golden("terminal-empty.txt", terminal(empty_profile()));
}

TEST(TerminalReport, WithoutCallGraph) {
  ProfileBuilder build;
  build.profile.recording.call_graph = "none";
  build.call(150, {build.user("work")}, StackEnd::not_recorded);
  expect_golden("terminal-no-call-graph.txt", terminal(analyze(build.profile, {})));
}

TEST(TerminalReport, EventsThatCountNoTimeHaveNoMilliseconds) {
  ProfileBuilder build;
  build.profile.events[0].name = "cycles";
  build.profile.events[0].counts_time = false;
  build.call(150, {build.user("work")});
  std::string report = terminal(analyze(build.profile, {}));
  EXPECT_THAT(report, Not(HasSubstr("ms")));
  EXPECT_THAT(report, HasSubstr("  100.0%      150  work\n"));
}

TEST(TerminalReport, ColoursOnlyWhenAsked) {
  ReportOptions options;
  EXPECT_THAT(terminal(example_profile(), options), Not(HasSubstr("\x1B")));
  options.color = true;
  EXPECT_THAT(terminal(example_profile(), options), HasSubstr("\x1B[1mTop user time:\x1B[0m"));
}

TEST(TerminalReport, RowsFitAnyWidth) {
  ProfileBuilder build;
  std::string arguments = "std::map<std::string, std::vector<std::pair<int, Value> > >";
  for (int i = 0; i < 3; ++i) arguments += ", " + arguments.substr(0, 60);
  FunctionId user =
      build.user("app::transform<" + arguments + ">::operator()(" + arguments + " const&) const");
  FunctionId wide = build.user("\xE6\xBC\xA2\xE5\xAD\x97::" + std::string(80, 'w'));
  FunctionId leaf = build.function("std::_Rb_tree<" + arguments + ">::_M_insert_(int)",
                                   build.module("/usr/lib/libstdc++.so.6"));
  build.call(150, {leaf, user});
  build.call(50, {wide});
  Profile profile = analyze(build.profile, {});
  ASSERT_GT(profile.rankings.user_time[0].symbol.size(), 300U);
  for (std::size_t width : {60U, 80U, 120U, 200U}) {
    ReportOptions options;
    options.width = width;
    std::string report = terminal(profile, options);
    int rows = 0;
    for (const std::string& line : lines_of(report)) {
      if (line.find('%') == std::string::npos) continue;
      ++rows;
      EXPECT_LE(display_width(line), width) << line;
    }
    EXPECT_GE(rows, 6);
    EXPECT_THAT(report, HasSubstr("app::transform<"));
    EXPECT_THAT(report, HasSubstr("operator()"));
    EXPECT_EQ(report.find("[libstdc++.so.6]") != std::string::npos, width >= 80);
  }
}

TEST(TerminalReport, HostileNamesCannotReachTheTerminal) {
  ProfileBuilder build;
  build.profile.recording.name = "na\nme";
  build.profile.recording.command.arguments = {"./a\x1B]0;title\x07", "b\nc"};
  build.profile.findings.push_back({Severity::warning, "x", "text \x1B[2J", "advice \r"});
  ModuleId evil = build.module("/home/me/lib\x1B[31m.so");
  build.call(100, {build.function("sym\x1B[31m\xFF\n", evil), build.user("us\x9B\x01er")});
  ReportOptions options;
  build.profile.recording.repeat_command = "cxprof run -- $'a\x1B'";
  std::string report = terminal(analyze(build.profile, {}), options);
  for (char c : report) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << int{c};
  EXPECT_EQ(report, valid_utf8(report));
  EXPECT_THAT(report, HasSubstr("sym?[31m\xEF\xBF\xBD?"));
}

TEST(TerminalReport, PathsToCopyAreNeverShortened) {
  Profile profile = example_profile();
  profile.detail.recording.run_directory = "/a b/" + std::string(100, 'd') + "/naive/t1/";
  profile.detail.recording.perf_data = profile.detail.recording.run_directory / "perf.data";
  ReportOptions options;
  options.width = 60;
  std::string root = "/a b/" + std::string(100, 'd');
  EXPECT_THAT(terminal(profile, options),
              HasSubstr("Inspect with perf: perf --buildid-dir '" + root + "' report -i '" + root +
                        "/naive/t1/perf.data'\n"));
}

TEST(TerminalReport, ARecordingFromElsewhereHasNoRunDirectory) {
  Profile profile = example_profile();
  profile.detail.recording.run_directory.clear();
  profile.detail.recording.perf_data = "/tmp/perf.data";
  std::string report = terminal(profile);
  EXPECT_THAT(report, HasSubstr("Inspect with perf: perf report -i /tmp/perf.data\n"));
  EXPECT_THAT(report, Not(HasSubstr("profile.json\nProgram")));
}

TEST(TerminalReport, SaysWhoseStatusItWas) {
  Profile profile = example_profile();
  profile.detail.recording.exit = {ExitKind::signalled, 0, 11};
  EXPECT_THAT(terminal(profile),
              HasSubstr("Exit status: killed by signal 11 (SIGSEGV) (the program's own)\n"));
  profile.detail.recording.exit = {ExitKind::timed_out, 0, 15};
  EXPECT_THAT(terminal(profile), HasSubstr("(set by cxprof)\n"));
  profile.detail.recording.exit = {ExitKind::exited, 0, 0};
  EXPECT_THAT(terminal(profile), Not(HasSubstr("Exit status")));
}

TEST(ReportFormat, UnknownNamesListTheKnownOnes) {
  EXPECT_EQ(report_format("perf-script"), ReportFormat::perf_script);
  try {
    (void)report_format("html");
    FAIL() << "no error";
  } catch (const std::exception& error) {
    EXPECT_STREQ(
        error.what(),
        "--format html is not known; choose one of terminal, json, perf-script, collapsed, top, "
        "ctest");
  }
}

}  // namespace
}  // namespace cxprof
