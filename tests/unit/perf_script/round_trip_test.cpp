// What --format perf-script writes is read back as the same profile.
#include <gmock/gmock.h>

#include "tests/unit/perf_script/read_text.h"

namespace cxprof {
namespace {

constexpr const char* text =
    "# ========\n# hostname : box\n# os release : 6.1\n# arch : x86_64\n"
    "# cmdline : perf record -- /p x\n"
    "# event : name = cpu-clock, { sample_period, sample_freq } = 997, "
    "sample_type = IP|CALLCHAIN|STACK_USER, freq = 1\n"
    "b c 1/2 [001] 1.500001:   1003009 cpu-clock: \n"
    "\tffffffff81000130 entry+0x1 ([kernel.kallsyms])\n"
    "\t            1157 in2 (inlined)\n\t            1157 in1 (inlined)\n"
    "\t            1157 std::function<void (int)>::operator()(int) const+0x17 (/x) (y/p q)\n"
    "\t            1049 main+0x9 (/x) (y/p q)\n"
    "\t            2000 [unknown] (/lib/libc.so.6)\n\n"
    "12 34 1/3 [000] 1.600000:   5 cpu-clock: \n"
    "\t    7f0000000011 js f (a) b.js:1:2+0x1 (/tmp/perf-3.map)\n"
    "\t    7f0000000099 [unknown] ([unknown])\n\n"
    "[x] 1/3 [000] 1.700000:   1 page-faults:u: \n"
    "\t            1234 __vdso_gettimeofday+0x4 ([vdso])\n"
    "\tffffffffc0001000 ct_get+0x4 ([nf_conntrack])\n\n";

void expect_same(const SymbolizedProfile& a, const SymbolizedProfile& b) {
  ASSERT_EQ(a.samples.size(), b.samples.size());
  for (std::size_t i = 0; i < a.samples.size(); ++i) {
    EXPECT_EQ(frames_of(a, i), frames_of(b, i));
    EXPECT_EQ(comm_of(a, i), comm_of(b, i));
    EXPECT_EQ(a.samples[i].time_ns, b.samples[i].time_ns);
    EXPECT_EQ(a.samples[i].period, b.samples[i].period);
    EXPECT_EQ(a.samples[i].pid, b.samples[i].pid);
    EXPECT_EQ(a.samples[i].tid, b.samples[i].tid);
    EXPECT_EQ(a.samples[i].cpu, b.samples[i].cpu);
    EXPECT_EQ(a.samples[i].end, b.samples[i].end);
    EXPECT_EQ(a.samples[i].event, b.samples[i].event);
  }
  EXPECT_EQ(a.modules, b.modules);
  EXPECT_EQ(a.addresses, b.addresses);
  ASSERT_EQ(a.events.size(), b.events.size());
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    EXPECT_EQ(a.events[i].name, b.events[i].name);
    EXPECT_EQ(a.events[i].frequency_hz, b.events[i].frequency_hz);
    EXPECT_EQ(a.events[i].period, b.events[i].period);
    EXPECT_EQ(a.events[i].has_user_stack, b.events[i].has_user_stack);
    EXPECT_EQ(a.events[i].counts_time, b.events[i].counts_time);
  }
  EXPECT_EQ(a.recording.host.name, b.recording.host.name);
  EXPECT_EQ(a.recording.command.arguments, b.recording.command.arguments);
}

TEST(RoundTrip, GivesTheSameProfile) {
  SymbolizedProfile first = read_text(text);
  ASSERT_EQ(first.samples.size(), 3U);
  ASSERT_EQ(frames_of(first, 0).size(), 6U);
  std::string written = report_text(first, ReportFormat::perf_script);
  SymbolizedProfile second = read_text(written);
  EXPECT_THAT(second.findings, testing::IsEmpty()) << written;
  expect_same(first, second);
  EXPECT_EQ(report_text(second, ReportFormat::perf_script), written);
}

TEST(RoundTrip, KeepsWhatWasNotRecorded) {
  SymbolizedProfile first = read_text("prog 5 cycles: \n\t            1148 f+0x1 (/p)\n\n");
  SymbolizedProfile second = read_text(report_text(first, ReportFormat::perf_script));
  expect_same(first, second);
  EXPECT_EQ(second.samples.at(0).cpu, -1);
  EXPECT_EQ(second.samples.at(0).time_ns, 0U);
}

}  // namespace
}  // namespace cxprof
