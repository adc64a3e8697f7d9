// The doctor on machines where perf is missing, refused or broken, and on this one.
#include <cerrno>

#include "tests/end_to_end/harness/cxprof.h"

namespace cxprof::test {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Examination {
  CommandResult result;
  nlohmann::json report;

  [[nodiscard]] nlohmann::json check(const std::string& code) const {
    for (const auto& check : report.at("checks")) {
      if (check.at("code") == code) return check;
    }
    throw std::runtime_error("no check " + code);
  }
  [[nodiscard]] std::string state(const std::string& code) const { return check(code).at("state"); }
  [[nodiscard]] std::string text(const std::string& code) const { return check(code).at("text"); }
};

/// `cxprof doctor --json <options>`, started by `wrapper`; leaves no temporary file.
Examination examine(std::vector<std::string> options, CommandOptions command = {},
                    std::vector<std::string> wrapper = {}) {
  TemporaryDirectory temporary;
  command.environment["TMPDIR"] = temporary.path();
  std::vector<std::string> arguments = std::move(wrapper);
  arguments.insert(arguments.end(), {CXPROF_RUNNER, "doctor", "--json"});
  arguments.insert(arguments.end(), options.begin(), options.end());
  Examination examination;
  examination.result = run_command(arguments, command);
  examination.report = nlohmann::json::parse(examination.result.out);
  EXPECT_EQ(examination.report.at("report_kind"), "cxprof.doctor");
  EXPECT_EQ(examination.report.at("exit_status"), examination.result.exit_code);
  EXPECT_EQ(examination.report.at("checks").size(), 13U);
  EXPECT_THAT(examination.result.out, Not(HasSubstr("run --privileged")));
  EXPECT_TRUE(std::filesystem::is_empty(temporary.path()));
  return examination;
}

std::vector<std::string> fake(const std::string& name) {
  return {"--perf", CXPROF_FAKES "/" + name};
}

TEST(Doctor, ThisMachineIsExaminedByARealRecording) {
  CXPROF_REQUIRE_RECORDING();
  Examination here = examine({});
  EXPECT_EQ(here.result.exit_code, 0) << here.result.out;
  EXPECT_TRUE(here.report.at("can_record"));
  for (const char* code :
       {"perf-found", "perf-runs", "recording", "recorded-names", "recorded-callers"}) {
    EXPECT_EQ(here.state(code), "ok") << here.text(code);
  }
  CommandResult text = run_command({CXPROF_RUNNER, "doctor"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_THAT(text.out, HasSubstr("Everything that a profile needs works."));
}

TEST(Doctor, WithoutPerfNothingCanBeRecorded) {
  Examination none = examine({"--perf", "/nonexistent/perf"});
  EXPECT_EQ(none.result.exit_code, 1);
  EXPECT_EQ(none.state("perf-found"), "missing");
  EXPECT_THAT(none.text("recording"), HasSubstr("there is no perf that runs"));

  CommandOptions no_path;
  no_path.environment["PATH"] = "/nonexistent";
  EXPECT_THAT(examine({}, no_path).text("perf-found"), HasSubstr("no `perf` in PATH"));
}

TEST(Doctor, CxprofPerfIsTheOneThatIsExamined) {
  CommandOptions command;
  command.environment["CXPROF_PERF"] = "/nonexistent/mine";
  EXPECT_THAT(examine({}, command).text("perf-found"), HasSubstr("/nonexistent/mine"));
}

struct Broken {
  const char* fake;
  const char* code;  ///< The check that tells.
  const char* words;
};

class BrokenPerf : public testing::TestWithParam<Broken> {};

TEST_P(BrokenPerf, IsNamedAndNothingIsRecorded) {
  Examination broken = examine(fake(GetParam().fake));
  EXPECT_EQ(broken.result.exit_code, 1);
  EXPECT_FALSE(broken.report.at("can_record"));
  EXPECT_EQ(broken.state(GetParam().code), "missing");
  EXPECT_THAT(broken.text(GetParam().code), HasSubstr(GetParam().words));
}

void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.fake; }

INSTANTIATE_TEST_SUITE_P(
    Fakes, BrokenPerf,
    testing::Values(Broken{"perf-wrapper-without-package", "perf-runs", "only a wrapper"},
                    Broken{"perf-hangs", "perf-runs", "hangs"},
                    Broken{"perf-hangs-recording", "recording", "hangs"},
                    Broken{"perf-ancient", "recording", "too old"},
                    Broken{"perf-disk-full", "recording", "o space left"},
                    Broken{"perf-killed", "recording", "he recording is lost"},
                    Broken{"perf-never-ends", "recording", "did not end and was stopped"}),
    [](const auto& test_case) {
      std::string name = test_case.param.fake;
      std::erase(name, '-');
      return name;
    });

TEST(Doctor, PerfsOwnWordsAreUnderstood) {
  CommandOptions command;
  command.environment["FAKE_PERF_SAYS"] =
      "Error:\nThe sys_perf_event_open() syscall returned with 38 (Function not implemented)";
  Examination broken = examine(fake("perf-fails-with"), command);
  EXPECT_EQ(broken.result.exit_code, 1);
  EXPECT_THAT(broken.text("recording"), HasSubstr("no perf_event_open"));
}

TEST(Doctor, AnOlderPerfIsLimited) {
  CXPROF_REQUIRE_RECORDING();
  Examination older = examine(fake("perf-without-options"));
  EXPECT_EQ(older.result.exit_code, 0) << older.result.out;
  EXPECT_EQ(older.state("perf-record-options"), "limited");
  EXPECT_THAT(older.text("perf-record-options"), HasSubstr("--buildid-mmap, --no-bpf-event"));
}

TEST(Doctor, AFilterIsToldFromMissingPermission) {
  CXPROF_REQUIRE_RECORDING();
  for (int error : {EPERM, ENOSYS}) {
    Examination filtered = examine({}, {}, {CXPROF_REFUSE, std::to_string(error)});
    EXPECT_EQ(filtered.result.exit_code, 1);
    EXPECT_EQ(filtered.state("event"), "missing");
    EXPECT_EQ(filtered.state("seccomp"), "missing");
    EXPECT_THAT(filtered.text("seccomp"), HasSubstr("a seccomp filter is active"));
    EXPECT_EQ(filtered.state("perf-event-paranoid"), "ok") << filtered.text("perf-event-paranoid");
    EXPECT_EQ(filtered.state("recording"), "missing");
  }
  Examination refused = examine({}, {}, {CXPROF_REFUSE, std::to_string(EACCES)});
  EXPECT_EQ(refused.result.exit_code, 1);
  EXPECT_EQ(refused.state("seccomp"), "ok");
  EXPECT_EQ(refused.state("perf-event-paranoid"), "missing");
}

TEST(Doctor, UsageSaysWhatTheStatusMeans) {
  CommandResult help = run_command({CXPROF_RUNNER, "doctor", "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.out, HasSubstr("1 nothing can be recorded"));
  EXPECT_THAT(help.out, Not(HasSubstr("--burn")));
  EXPECT_EQ(run_command({CXPROF_RUNNER, "doctor", "--", "true"}).exit_code, 125);
}

}  // namespace
}  // namespace cxprof::test
