#include "runner/record/perf_failure.h"

#include <gmock/gmock.h>

#include <map>

#include "runner/record/perf_command.h"

namespace cxprof {
namespace {

struct Message {
  const char* title;
  const char* output;
  bool as_root;
  int paranoid;
  const char* code;
  const char* words;  ///< Stand in text or advice.
};

// What perf 6.1 prints when perf_event_open fails with each errno, and what wrappers print.
const Message messages[] = {
    {"EPERM as root",
     "perf_event_open(..., PERF_FLAG_FD_CLOEXEC) failed with unexpected error 1 (Operation not "
     "permitted)\nperf_event_open(..., 0) failed unexpectedly with error 1 (Operation not "
     "permitted)\nError:\nNo permission to enable cpu-clock event.\n\n",
     true, 2, "perf-blocked", "seccomp"},
    {"EPERM although the kernel would allow it",
     "Error:\nNo permission to enable cpu-clock event.\n\n", false, 1, "perf-blocked",
     "--cap-add PERFMON"},
    {"ENOSYS",
     "Error:\nThe sys_perf_event_open() syscall returned with 38 (Function not implemented) for "
     "event (cpu-clock).\n/bin/dmesg | grep -i perf may provide additional information.\n",
     true, 2, "perf-blocked", "Function not implemented"},
    {"EACCES",
     "Error:\nAccess to performance monitoring and observability operations is limited.\nConsider "
     "adjusting /proc/sys/kernel/perf_event_paranoid setting to open\naccess to performance "
     "monitoring and observability operations for processes\nperf_event_paranoid setting is 4:\n",
     false, 4, "perf-not-permitted", "sudo sysctl kernel.perf_event_paranoid=2"},
    {"EACCES of older perf",
     "Error:\nYou may not have permission to collect stats.\n\nConsider tweaking "
     "/proc/sys/kernel/perf_event_paranoid,\n",
     false, 3, "perf-not-permitted", "perf_event_paranoid is 3"},
    {"ENOENT", "Error:\nThe cpu-clock event is not supported.\n", true, 2, "event-not-supported",
     "The cpu-clock event is not supported."},
    {"EOPNOTSUPP",
     "perf_event_open(..., 0) failed unexpectedly with error 95 (Operation not "
     "supported)\nError:\ncpu-clock: PMU Hardware doesn't support sampling/overflow-interrupts. "
     "Try 'perf stat'\n",
     true, 2, "event-not-supported", "PMU Hardware"},
    {"EINVAL",
     "perf_event_open(..., 0) failed unexpectedly with error 22 (Invalid "
     "argument)\nError:\nInvalid "
     "event (cpu-clock) in per-thread mode, enable system wide with '-a'.\n",
     true, 2, "event-not-supported", "--event cpu-clock"},
    {"no such event",
     "event syntax error: 'nonsense'\n                     \\___ parser error\nRun 'perf list' for "
     "a list of valid events\n",
     true, 2, "event-not-supported", "perf list"},
    {"EMFILE",
     "Error:\nToo many events are opened.\nProbably the maximum number of open file descriptors "
     "has "
     "been reached.\n",
     true, 2, "too-many-open-files", "ulimit -n"},
    {"ENOMEM", "Error:\nNot enough memory to setup event with callchain.\n", true, 2,
     "out-of-memory", "perf_event_max_stack"},
    {"locked memory",
     "Permission error mapping pages.\nConsider increasing "
     "/proc/sys/kernel/perf_event_mlock_kb,\n",
     false, 2, "perf-memory-limit", "perf_event_mlock_kb"},
    {"disk full", "failed to write perf data, error: No space left on device\n", true, 2,
     "disk-full", "--output-dir"},
    {"Ubuntu's wrapper",
     "WARNING: perf not found for kernel 5.15.0-virtual\n\n  You may need to install the following "
     "packages for this specific kernel:\n    linux-tools-5.15.0-virtual\n    "
     "linux-cloud-tools-5.15.0-virtual\n",
     true, 2, "perf-wrapper", "linux-tools-5.15.0-virtual"},
    {"the wrapper in one line",
     "WARNING: perf not found for kernel 5.15.0-virtual\n  You may need to install the following "
     "packages for this specific kernel: linux-tools-5.15.0-virtual\n",
     true, 2, "perf-wrapper", "linux-tools-5.15.0-virtual"},
    {"Debian's wrapper", "E: linux-perf-5.10 is not installed.\n", true, 2, "perf-wrapper",
     "linux-perf-5.10"},
    {"unknown option", "  Error: unknown option `call-graph'\n", true, 2, "perf-too-old",
     "call-graph"},
    {"anything else", "Illegal instruction\n", true, 2, "perf-failed", "Illegal instruction"},
    {"silence", "", true, 2, "perf-failed", "it printed nothing"},
};

TEST(PerfFailure, IsNamedFromPerfsOwnWords) {
  for (const Message& message : messages) {
    PerfFailure failure;
    failure.perf = "/usr/bin/perf";
    failure.event = "cpu-clock";
    failure.output = message.output;
    failure.end.wait_status = 255 << 8;
    failure.as_root = message.as_root;
    failure.paranoid = message.paranoid;
    Finding finding = classify_perf_failure(failure);
    EXPECT_EQ(finding.code, message.code) << message.title;
    EXPECT_EQ(finding.severity, Severity::error);
    EXPECT_THAT(finding.text + " " + finding.advice, ::testing::HasSubstr(message.words))
        << message.title;
    EXPECT_EQ(finding.text.find('\n'), std::string::npos) << message.title;
    EXPECT_EQ(finding.advice.find('\n'), std::string::npos) << message.title;
    EXPECT_FALSE(finding.advice.empty()) << message.title;
  }
}

TEST(PerfFailure, HangsAndAbsenceAreNamed) {
  PerfFailure failure;
  failure.perf = "/usr/bin/perf";
  failure.hung = true;
  EXPECT_EQ(classify_perf_failure(failure).code, "perf-hangs");
  EXPECT_EQ(perf_not_found("").code, "perf-not-found");
  EXPECT_THAT(perf_not_found("/no/perf").text, ::testing::HasSubstr("/no/perf"));
}

TEST(PerfCommand, AsksForWhatTheRequestSays) {
  RecordRequest request;
  request.frequency_hz = 4999;
  request.event = "task-clock";
  request.stack_bytes = 16384;
  auto command = perf_command("/usr/bin/perf", request, "/out/perf.data", {});
  EXPECT_THAT(command, ::testing::ElementsAre("/usr/bin/perf", "record", "-F", "4999", "-e",
                                              "task-clock", "--call-graph", "dwarf,16384",
                                              "--sample-cpu", "--buildid-mmap", "--no-bpf-event",
                                              "-N", "-B", "-o", "/out/perf.data", "--"));
  request.call_graph = CallGraph::none;
  EXPECT_THAT(perf_command("perf", request, "d", {}),
              ::testing::Not(::testing::Contains("--call-graph")));
  request.call_graph = CallGraph::frame_pointer;
  EXPECT_THAT(perf_command("perf", request, "d", {}), ::testing::Contains("fp"));
}

TEST(PerfCommand, KeepsTheListOfBuildIdsWhereMappingsHaveNone) {
  auto command = perf_command("perf", {}, "d", {"buildid-mmap"});
  EXPECT_THAT(command, ::testing::Not(::testing::Contains("--buildid-mmap")));
  EXPECT_THAT(command, ::testing::Not(::testing::Contains("-B")));
  EXPECT_THAT(command, ::testing::Contains("-N"));
}

TEST(PerfCommand, KnowsWhichOptionsToDoWithout) {
  using ::testing::ElementsAre;
  EXPECT_THAT(refused_perf_options("  Error: unknown option `no-bpf-event'\n\n Usage: …"),
              ElementsAre("no-bpf-event"));
  EXPECT_THAT(refused_perf_options("  Error: unknown switch `N'\n"), ElementsAre("N"));
  EXPECT_THAT(refused_perf_options("Failed: no support to record build id in mmap events, update "
                                   "your kernel.\n"),
              ElementsAre("buildid-mmap"));
  EXPECT_EQ(refused_perf_options("  Error: unknown option \n").size(),
            optional_perf_options().size());
  EXPECT_TRUE(refused_perf_options("Error:\nNo permission to enable cpu-clock event.\n").empty());
}

}  // namespace
}  // namespace cxprof
