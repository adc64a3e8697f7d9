#include "runner/command_line/command_line.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <optional>

#include "runner/command_line/version_check.h"
#include "runner/support/error.h"

namespace cxprof {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

Options parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "cxprof");
  auto options = parse_command_line(static_cast<int>(arguments.size()), arguments.data());
  if (!options) throw std::logic_error("only text was asked for");
  return *options;
}

RunOptions parse_run(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "run");
  return std::get<RunOptions>(parse(std::move(arguments)).verb);
}

TEST(CommandLine, DefaultsOfRun) {
  RunOptions run = parse_run({"--", "./app"});
  EXPECT_EQ(run.request.frequency_hz, 997U);
  EXPECT_EQ(run.request.event, "cpu-clock");
  EXPECT_EQ(run.request.call_graph, CallGraph::dwarf);
  EXPECT_EQ(run.request.stack_bytes, 8192U);
  EXPECT_EQ(run.request.keep_runs, 20U);
  EXPECT_FALSE(run.request.timeout.has_value());
  EXPECT_FALSE(run.request.quiet_program);
  EXPECT_EQ(run.request.name, "app");
  EXPECT_EQ(run.request.output_root, std::filesystem::current_path() / "profile");
  EXPECT_TRUE(run.analysis.inlined_frames);
  EXPECT_TRUE(run.write_perf_script);
  EXPECT_FALSE(run.require_samples);
  EXPECT_EQ(run.analysis.top, 12U);
}

TEST(CommandLine, EveryOptionOfRun) {
  RunOptions run = parse_run({"--frequency",
                              "4999",
                              "--event",
                              "task-clock",
                              "--call-graph",
                              "fp",
                              "--stack-size",
                              "16384",
                              "--timeout",
                              "1.5",
                              "--output-dir",
                              "/o",
                              "--name",
                              "a name",
                              "--user-root",
                              "/src",
                              "--user-root",
                              "/more",
                              "--runtime-root",
                              "/src/vendor",
                              "--project-binary-dir",
                              "/b",
                              "--top",
                              "3",
                              "--no-inline",
                              "--quiet-program",
                              "--keep-runs",
                              "0",
                              "--perf",
                              "/p",
                              "--require-samples",
                              "--skip-unavailable",
                              "--no-perf-script",
                              "--",
                              "app"});
  EXPECT_EQ(run.request.frequency_hz, 4999U);
  EXPECT_EQ(run.request.event, "task-clock");
  EXPECT_EQ(run.request.call_graph, CallGraph::frame_pointer);
  EXPECT_EQ(run.request.stack_bytes, 16384U);
  EXPECT_EQ(run.request.timeout, std::chrono::milliseconds(1500));
  EXPECT_EQ(run.request.output_root, "/o");
  EXPECT_EQ(run.request.name, "a_name");
  EXPECT_THAT(run.analysis.analyze.code_roots.user, ElementsAre("/src", "/more"));
  EXPECT_THAT(run.analysis.analyze.code_roots.runtime, ElementsAre("/src/vendor"));
  EXPECT_THAT(run.analysis.analyze.code_roots.binaries, ElementsAre("/b"));
  EXPECT_EQ(run.request.project_binary_dir, "/b");
  EXPECT_EQ(run.analysis.top, 3U);
  EXPECT_FALSE(run.analysis.inlined_frames);
  EXPECT_TRUE(run.request.quiet_program);
  EXPECT_EQ(run.request.keep_runs, 0U);
  EXPECT_EQ(run.request.perf, "/p");
  EXPECT_TRUE(run.require_samples);
  EXPECT_TRUE(run.skip_unavailable);
  EXPECT_FALSE(run.write_perf_script);
}

TEST(CommandLine, TheProgramsArgumentsAreLeftAlone) {
  RunOptions run = parse_run({"--", "./app", "", "a b", "--help", "--", "x;y", "'\"", "\xFF"});
  EXPECT_THAT(run.request.command.arguments,
              ElementsAre("./app", "", "a b", "--help", "--", "x;y", "'\"", "\xFF"));
}

TEST(CommandLine, WrongUseIsOneSentenceThatNamesTheOption) {
  auto message_of = [](std::vector<const char*> arguments) -> std::string {
    try {
      parse(std::move(arguments));
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_THAT(message_of({"run", "./app"}), HasSubstr("the program stands after --"));
  EXPECT_THAT(message_of({"run", "--"}), HasSubstr("cxprof run needs the program to run after --"));
  EXPECT_THAT(message_of({"run", "--", ""}), HasSubstr("needs the program"));
  EXPECT_THAT(message_of({"run", "--frequency", "0", "--", "a"}), HasSubstr("--frequency"));
  EXPECT_THAT(message_of({"run", "--frequency", "many", "--", "a"}), HasSubstr("--frequency"));
  EXPECT_THAT(message_of({"run", "--call-graph", "lbr", "--", "a"}), HasSubstr("--call-graph"));
  EXPECT_THAT(message_of({"run", "--stack-size", "1001", "--", "a"}), HasSubstr("multiple of 8"));
  EXPECT_THAT(message_of({"run", "--stack-size", "70000", "--", "a"}), HasSubstr("--stack-size"));
  EXPECT_THAT(message_of({"run", "--timeout", "-1", "--", "a"}), HasSubstr("--timeout"));
  EXPECT_THAT(message_of({"run", "--frobnicate", "--", "a"}), HasSubstr("--frobnicate"));
  EXPECT_THAT(message_of({"report"}), HasSubstr("INPUT"));
  EXPECT_THAT(message_of({"report", "x", "--format", "pdf"}), HasSubstr("pdf"));
  EXPECT_THAT(message_of({"report", "x", "--", "a"}), HasSubstr("takes no program"));
  EXPECT_THAT(message_of({}), HasSubstr("needs a command"));
  EXPECT_THAT(message_of({"fly"}), HasSubstr("fly"));
}

TEST(CommandLine, RecordTakesTheRecordingOptions) {
  auto record =
      std::get<RecordOptions>(parse({"record", "--frequency", "10", "--", "a", "b"}).verb);
  EXPECT_EQ(record.request.frequency_hz, 10U);
  EXPECT_THAT(record.request.command.arguments, ElementsAre("a", "b"));
}

TEST(CommandLine, ReportTakesFormatAndOutput) {
  auto report = std::get<ReportCommandOptions>(
      parse({"report", "dir", "--format", "top", "--offsets", "--output", "-", "--event", "cycles"})
          .verb);
  EXPECT_EQ(report.input, "dir");
  EXPECT_EQ(report.format, ReportFormat::top);
  EXPECT_TRUE(report.offsets);
  EXPECT_TRUE(report.output.empty());
  EXPECT_EQ(report.analysis.analyze.event, "cycles");
}

MergeOptions parse_merge(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "merge");
  return std::get<MergeOptions>(parse(std::move(arguments)).verb);
}

TEST(CommandLine, MergeTakesInputsOrTheSession) {
  MergeOptions merge =
      parse_merge({"a", "b.json", "--format", "json", "--output", "-", "--top", "3"});
  EXPECT_THAT(merge.inputs, ElementsAre("a", "b.json"));
  EXPECT_FALSE(merge.own_session);
  EXPECT_EQ(merge.format, ReportFormat::json);
  EXPECT_TRUE(merge.output.empty());
  EXPECT_EQ(merge.analysis.top, 3U);

  EXPECT_TRUE(parse_merge({"--session"}).own_session);
  EXPECT_EQ(parse_merge({"--session"}).output_root, std::filesystem::current_path() / "profile");
  EXPECT_EQ(parse_merge({"--session", "--output-dir", "/o"}).output_root, "/o");
}

TEST(CommandLine, WrongUseOfMergeIsOneSentence) {
  auto refused = [](std::vector<const char*> arguments, const char* what) {
    EXPECT_THAT([&] { parse_merge(arguments); }, ThrowsMessage<Error>(HasSubstr(what)));
  };
  refused({}, "needs run directories");
  refused({"--session", "a"}, "leave out a");
  refused({"a", "--output-dir", "/o"}, "--output-dir with --session only");
  refused({"a", "--format", "top"}, "--format top");
  refused({"a", "--format", "nonsense"}, "nonsense");
  refused({"a", "--", "./app"}, "after --");
}

TEST(CommandLine, ARunMayBelongToTheSession) {
  RunOptions run = parse_run({"--session", "--", "./app"});
  EXPECT_TRUE(run.request.in_session);
  EXPECT_FALSE(parse_run({"--", "./app"}).request.in_session);
  EXPECT_EQ(repeat_command(run, "cxprof", "").find("--session"), std::string::npos);
}

TEST(CommandLine, NoProfileIsCalledSession) {
  EXPECT_THAT(
      [] {
        parse_run({"--name", "session", "--", "./app"});
      },
      ThrowsMessage<Error>(HasSubstr("--name session")));
  EXPECT_EQ(parse_run({"--", "./session"}).request.name, "session_");
}

TEST(CommandLine, OptionsOfTests) {
  RunOptions run = parse_run({"--", "./app"});
  EXPECT_FALSE(run.ctest);
  run = parse_run({"--ctest", "--skip-unavailable", "--", "./app"});
  EXPECT_TRUE(run.ctest);
  EXPECT_TRUE(run.skip_unavailable);
  ReportCommandOptions report =
      std::get<ReportCommandOptions>(parse({"report", "dir", "--format", "ctest"}).verb);
  EXPECT_EQ(report.format, ReportFormat::ctest);
}

// CXPROF_REQUIRE_PERF, as it was before at the end of the scope.
class RequirePerf {
 public:
  explicit RequirePerf(const char* value) {
    if (const char* before = std::getenv(name)) before_ = before;
    value ? setenv(name, value, 1) : unsetenv(name);
  }
  ~RequirePerf() { before_ ? setenv(name, before_->c_str(), 1) : unsetenv(name); }
  RequirePerf(const RequirePerf&) = delete;
  RequirePerf& operator=(const RequirePerf&) = delete;

 private:
  static constexpr const char* name = "CXPROF_REQUIRE_PERF";
  std::optional<std::string> before_;
};

bool requires_recording(const char* environment, std::vector<const char*> options = {}) {
  RequirePerf set(environment);
  options.insert(options.end(), {"--", "./app"});
  return parse_run(options).require_recording;
}

TEST(CommandLine, TheEnvironmentMayRequireARecording) {
  for (const char* on : {"1", "ON", "on", "TRUE", "True", "YES", "y"}) {
    EXPECT_TRUE(requires_recording(on)) << on;
  }
  for (const char* off : {"0", "OFF", "false", "NO", "n", ""}) {
    EXPECT_FALSE(requires_recording(off)) << off;
  }
  EXPECT_FALSE(requires_recording(nullptr));
}

TEST(CommandLine, TheOptionRequiresARecordingWhateverTheEnvironment) {
  EXPECT_TRUE(requires_recording(nullptr, {"--require-recording"}));
  EXPECT_TRUE(requires_recording("0", {"--require-recording"}));
  EXPECT_TRUE(requires_recording("maybe", {"--require-recording"}));
}

TEST(CommandLine, ASwitchOfTheEnvironmentIsOnOrOff) {
  EXPECT_THAT([] { requires_recording("maybe now"); },
              ThrowsMessage<Error>("CXPROF_REQUIRE_PERF='maybe now' in the environment is neither "
                                   "on nor off; set it to 1 or 0"));
}

TEST(CommandLine, RepeatCommandHoldsWhatIsNotDefaultAndParsesBack) {
  RunOptions run = parse_run({"--frequency", "100", "--timeout", "2.5", "--output-dir", "/o",
                              "--user-root", "/a b", "--", "./app", "", "x y"});
  EXPECT_EQ(repeat_command(run, "cxprof", "/w d"),
            "cd '/w d' && cxprof run --frequency 100 --timeout 2.5 --output-dir /o --name app "
            "--user-root '/a "
            "b' -- ./app "
            "'' 'x y'");
}

TEST(CommandLine, PackageAndRunnerMustBeOfOneMinorVersion) {
  EXPECT_NO_THROW(check_version(""));
  EXPECT_NO_THROW(check_version(CXPROF_VERSION));
  EXPECT_NO_THROW(check_version("0.1"));
  EXPECT_NO_THROW(check_version("0.1.99"));
  EXPECT_THAT([] { check_version("0.2.0"); }, ThrowsMessage<Error>(HasSubstr("CxProf 0.2.0")));
  EXPECT_THAT([] { check_version("1.1.0"); }, ThrowsMessage<Error>(HasSubstr("CXPROF_RUNNER")));
}

TEST(CommandLine, Doctor) {
  unsetenv("CXPROF_PERF");
  DoctorOptions defaults = std::get<DoctorOptions>(parse({"doctor"}).verb);
  EXPECT_FALSE(defaults.json);
  EXPECT_FALSE(defaults.burn);
  EXPECT_TRUE(defaults.perf.empty());
  DoctorOptions all = std::get<DoctorOptions>(parse({"doctor", "--json", "--perf", "/p"}).verb);
  EXPECT_TRUE(all.json);
  EXPECT_EQ(all.perf, "/p");
  EXPECT_THAT(
      [] {
        parse({"doctor", "--", "true"});
      },
      ThrowsMessage<Error>(HasSubstr("takes no program")));
}

}  // namespace
}  // namespace cxprof
