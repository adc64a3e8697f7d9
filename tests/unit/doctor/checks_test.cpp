// What the facts mean: from hand-built machines.
#include "runner/doctor/checks.h"

#include <gmock/gmock.h>

#include <cerrno>

#include "runner/doctor/diagnosis.h"
#include "tests/unit/doctor/examples.h"

namespace cxprof::doctor {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(Diagnosis, AGoodMachineIsOkThroughout) {
  Diagnosis diagnosis = diagnose(good_machine());
  EXPECT_TRUE(diagnosis.can_record);
  EXPECT_EQ(diagnosis.exit_status, 0);
  std::vector<std::string> codes;
  for (const Check& check : diagnosis.checks) {
    codes.push_back(check.code);
    EXPECT_EQ(check.state, State::ok) << check.code << ": " << check.text;
    EXPECT_THAT(check.text, Not(IsEmpty())) << check.code;
    EXPECT_THAT(check.command + check.security, IsEmpty()) << check.code;
  }
  EXPECT_THAT(codes, testing::ElementsAre("perf-found", "perf-runs", "perf-build-options",
                                          "perf-record-options", "event", "perf-event-paranoid",
                                          "kptr-restrict", "seccomp", "container", "recording",
                                          "recorded-names", "recorded-callers", "libc-symbols"));
}

TEST(Diagnosis, SecurityIsNeverLoweredWithoutSayingSo) {
  Facts forbidden = ordinary_user();
  forbidden.permissions.paranoid = 4;
  forbidden.events = {EACCES, false, EACCES};
  Facts hidden = good_machine();
  hidden.permissions.kernel_names_shown = false;
  hidden.permissions.kptr_restrict = 2;
  int seen = 0;
  for (const Facts& facts : {forbidden, hidden, ordinary_user(), filtered_container()}) {
    for (const Check& check : diagnose(facts).checks) {
      bool lowers = check.command.find("sysctl") != std::string::npos ||
                    check.command.find("cap-add") != std::string::npos;
      if (!lowers) continue;
      ++seen;
      EXPECT_THAT(check.security, Not(IsEmpty())) << check.code << ": " << check.command;
      EXPECT_THAT(check.command, Not(HasSubstr("privileged")));
    }
  }
  EXPECT_GE(seen, 4);
}

TEST(Diagnosis, ExitStatusTellsNothingFromSomething) {
  Facts facts = good_machine();
  facts.libc.has_symbols = false;  // limited only
  facts.events.cycles_error = ENOENT;
  EXPECT_EQ(diagnose(facts).exit_status, 0);
  facts.trial.caller_samples = 0;
  EXPECT_EQ(diagnose(facts).exit_status, 2);
  EXPECT_TRUE(diagnose(facts).can_record);
  facts.trial.samples = 0;
  EXPECT_EQ(diagnose(facts).exit_status, 1);
  EXPECT_FALSE(diagnose(facts).can_record);
}

TEST(PerfChecks, NoPerfIsInstalledAsTheDistributionDoes) {
  Facts facts = good_machine();
  facts.perf = {};
  facts.perf.failure = Finding{Severity::error, "perf-not-found", "perf is not installed", "…"};
  EXPECT_EQ(perf_found(facts).state, State::missing);
  EXPECT_EQ(perf_found(facts).command, "sudo apt-get install linux-perf");
  EXPECT_THAT(perf_runs(facts).text, HasSubstr("there is no perf"));
  EXPECT_EQ(perf_build_options(facts).state, State::missing);
  EXPECT_EQ(perf_record_options(facts).state, State::missing);
  facts.system = {"linuxmint", "ubuntu debian"};
  EXPECT_EQ(perf_found(facts).command, "sudo apt-get install linux-tools-$(uname -r)");
  facts.system = {"rocky", "rhel centos fedora"};
  EXPECT_EQ(perf_found(facts).command, "sudo dnf install perf");
  facts.system = {"unheard-of", ""};
  EXPECT_THAT(perf_found(facts).command, IsEmpty());
  EXPECT_THAT(perf_found(facts).text, HasSubstr("…"));  // the advice stands in
}

TEST(PerfChecks, AnotherPerfThatWorksIsNamed) {
  Facts facts = good_machine();
  facts.perf.failure = Finding{Severity::error, "perf-wrapper", "/usr/bin/perf is only a wrapper",
                               "Install the package linux-tools-5.15.0-virtual (on WSL, …)"};
  EXPECT_EQ(perf_runs(facts).command, "sudo apt-get install linux-tools-5.15.0-virtual");
  facts.perf.alternative = "/usr/lib/linux-tools/5.15.0-91-generic/perf";
  EXPECT_EQ(perf_found(facts).state, State::ok);
  EXPECT_EQ(perf_runs(facts).state, State::missing);
  EXPECT_EQ(perf_runs(facts).command,
            "export CXPROF_PERF=/usr/lib/linux-tools/5.15.0-91-generic/perf");
}

TEST(PerfChecks, BuildOptionsAreToldAndNeverNeeded) {
  EXPECT_THAT(perf_build_options(good_machine()).text,
              HasSubstr("dwarf on, libelf on, zstd off; CxProf needs none"));
  Facts facts = good_machine();
  facts.perf.build_options.clear();
  EXPECT_EQ(perf_build_options(facts).state, State::ok);
  EXPECT_THAT(perf_build_options(facts).text, HasSubstr("does not say"));
}

TEST(PerfChecks, UnknownOptionsLimitOrForbid) {
  Facts facts = good_machine();
  facts.perf.unknown_options = {"no-bpf-event"};
  facts.trial.left_out = {"buildid-mmap", "no-bpf-event"};  // the kernel may refuse one as well
  EXPECT_EQ(perf_record_options(facts).state, State::limited);
  EXPECT_THAT(perf_record_options(facts).text, HasSubstr("--buildid-mmap, --no-bpf-event"));
  facts.perf.unknown_options = {"call-graph"};
  facts.trial = {};
  EXPECT_EQ(perf_record_options(facts).state, State::missing);
  EXPECT_THAT(perf_record_options(facts).text, HasSubstr("--call-graph"));
}

TEST(EventCheck, WithoutHardwareCountersIsLimited) {
  Facts facts = good_machine();
  facts.events.cycles_error = ENOENT;
  EXPECT_EQ(event(facts).state, State::limited);
  EXPECT_THAT(event(facts).text,
              AllOf(HasSubstr("no hardware counters"), HasSubstr("cpu-clock is used")));
  facts.events.cpu_clock_error = EPERM;
  EXPECT_EQ(event(facts).state, State::missing);
  EXPECT_THAT(event(facts).text, HasSubstr("Operation not permitted"));
}

TEST(PermissionChecks, AnOrdinaryUserSeesOwnProgramsOnly) {
  Check paranoid = perf_event_paranoid(ordinary_user());
  EXPECT_EQ(paranoid.state, State::limited);
  EXPECT_THAT(paranoid.text, HasSubstr("is 2: this user may record their own programs"));
  EXPECT_EQ(paranoid.command, "sudo sysctl kernel.perf_event_paranoid=1");
  EXPECT_EQ(kptr_restrict(ordinary_user()).state, State::ok);  // no kernel part to be named
}

TEST(PermissionChecks, LevelFourForbidsAndTheNarrowestIsAdvised) {
  Facts facts = ordinary_user();
  facts.permissions.paranoid = 4;
  facts.events = {EACCES, false, EACCES};
  Check check = perf_event_paranoid(facts);
  EXPECT_EQ(check.state, State::missing);
  EXPECT_EQ(check.command, "sudo sysctl kernel.perf_event_paranoid=2");
  EXPECT_THAT(check.security,
              AllOf(HasSubstr("every user"), HasSubstr("setcap cap_perfmon=ep /usr/bin/perf")));
  facts.container = {"podman", "/run/.containerenv"};
  EXPECT_THAT(perf_event_paranoid(facts).command, HasSubstr("on the host: sudo sysctl"));
  EXPECT_EQ(seccomp(facts).state, State::ok);
}

TEST(PermissionChecks, LevelFourOfAKernelThatDoesNotKnowItForbidsNothing) {
  Facts facts = ordinary_user();
  facts.permissions.paranoid = 4;
  EXPECT_EQ(perf_event_paranoid(facts).state, State::limited);  // it was tried
}

TEST(PermissionChecks, RootOfAUserNamespaceIsNoRoot) {
  Facts facts = ordinary_user();
  facts.permissions.as_root = true;
  facts.permissions.initial_user_namespace = false;
  EXPECT_THAT(perf_event_paranoid(facts).text, HasSubstr("root of a user namespace"));
}

TEST(PermissionChecks, HiddenKernelNamesMatterWhereTheKernelIsRecorded) {
  Facts facts = good_machine();
  facts.permissions.kernel_names_shown = false;
  facts.permissions.kptr_restrict = 2;
  EXPECT_EQ(kptr_restrict(facts).state, State::limited);
  EXPECT_EQ(kptr_restrict(facts).command, "sudo sysctl kernel.kptr_restrict=0");
}

TEST(PermissionChecks, AFilterIsToldFromTheKernelsRefusal) {
  Check check = seccomp(filtered_container());
  EXPECT_EQ(check.state, State::missing);
  EXPECT_THAT(check.text, AllOf(HasSubstr("Operation not permitted"), HasSubstr("seccomp filter")));
  EXPECT_THAT(check.command, HasSubstr("docker run --cap-add PERFMON"));
  EXPECT_THAT(check.security, HasSubstr("less than --privileged"));
  EXPECT_EQ(perf_event_paranoid(filtered_container()).state, State::ok);  // the sysctl is not it
  EXPECT_EQ(container(filtered_container()).state, State::limited);

  Facts sandbox = filtered_container();
  sandbox.container = {};
  sandbox.events.cpu_clock_error = ENOSYS;
  EXPECT_THAT(seccomp(sandbox).command, IsEmpty());
  EXPECT_THAT(seccomp(sandbox).text, HasSubstr("whoever set it up"));
  sandbox.permissions.seccomp = 0;
  EXPECT_THAT(seccomp(sandbox).text, HasSubstr("no perf events"));
}

TEST(PermissionChecks, AFilterThatLetsPassIsOk) {
  Facts facts = good_machine();
  facts.permissions.seccomp = 2;
  EXPECT_EQ(seccomp(facts).state, State::ok);
  EXPECT_THAT(seccomp(facts).text, HasSubstr("lets perf_event_open pass"));
}

TEST(TrialChecks, ARefusedRecordingNamesCauseAndCommand) {
  Check check = recording(filtered_container());
  EXPECT_EQ(check.state, State::missing);
  EXPECT_THAT(check.text, HasSubstr("refuses perf_event_open"));
  EXPECT_THAT(check.command, HasSubstr("--cap-add PERFMON"));
  EXPECT_EQ(recorded_names(filtered_container()).state, State::missing);
  EXPECT_EQ(recorded_callers(filtered_container()).state, State::missing);
}

TEST(TrialChecks, AFailureWithoutCommandKeepsItsAdvice) {
  Facts facts = filtered_container();
  facts.trial.failure =
      Finding{Severity::error, "disk-full", "no space left on the device", "Free some space"};
  EXPECT_THAT(recording(facts).text,
              AllOf(HasSubstr("No space left on the device. "), HasSubstr("TMPDIR")));
  EXPECT_THAT(recording(facts).command, IsEmpty());
  facts.trial.failure->code = "event-not-supported";
  EXPECT_EQ(recording(facts).text, "No space left on the device. Free some space.");
}

TEST(TrialChecks, ARecordingWithoutSamplesSaysWhatTheProfileSays) {
  Facts facts = good_machine();
  facts.trial.samples = facts.trial.busy_samples = facts.trial.caller_samples = 0;
  facts.trial.findings = {{Severity::error, "no-samples", "No samples: because.", "Do this."}};
  EXPECT_EQ(recording(facts).text, "Perf recorded, but no sample. No samples: because. Do this.");
}

TEST(TrialChecks, MissingNamesAndCallersAreToldApart) {
  Facts facts = good_machine();
  facts.trial.caller_samples = 10;
  facts.trial.findings = {
      {Severity::warning, "no-unwind-info", "287 call stacks stop.", "Link otherwise."}};
  EXPECT_EQ(recorded_names(facts).state, State::ok);
  Check callers = recorded_callers(facts);
  EXPECT_EQ(callers.state, State::missing);
  EXPECT_THAT(callers.text, AllOf(HasSubstr("only 10 of 297"), HasSubstr("Link otherwise.")));

  facts.trial.busy_samples = facts.trial.caller_samples = 0;
  facts.trial.findings = {{Severity::warning, "stripped-program", "It is stripped.", "Do not."}};
  EXPECT_EQ(recorded_names(facts).state, State::missing);
  EXPECT_THAT(recorded_names(facts).text, HasSubstr("It is stripped. Do not."));
  EXPECT_THAT(recorded_callers(facts).text, HasSubstr("the function has no name"));
}

TEST(LibcCheck, NamesThePackage) {
  Facts facts = good_machine();
  facts.libc.has_symbols = false;
  EXPECT_EQ(libc_symbols(facts).state, State::limited);
  EXPECT_EQ(libc_symbols(facts).command, "sudo apt-get install libc6-dbg");
  EXPECT_THAT(libc_symbols(facts).text, HasSubstr("[libc.so.6]"));
}

}  // namespace
}  // namespace cxprof::doctor
