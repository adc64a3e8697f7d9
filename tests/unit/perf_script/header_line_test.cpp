#include "runner/perf_script/header_line.h"

#include <gmock/gmock.h>

namespace cxprof::perf_script {
namespace {

HeaderLine parsed(std::string_view line) {
  auto header = parse_header(line);
  EXPECT_TRUE(header) << line;
  return header.value_or(HeaderLine{});
}

TEST(HeaderLine, HasEveryField) {
  HeaderLine header = parsed("java 24636/25607 [003] 94564.109216:    1003009 cycles:u: ");
  EXPECT_EQ(header.comm, "java");
  EXPECT_EQ(header.pid, 24636);
  EXPECT_EQ(header.tid, 25607);
  EXPECT_EQ(header.cpu, 3);
  EXPECT_EQ(header.time_ns, 94564'109216'000U);
  EXPECT_EQ(header.period, 1003009U);
  EXPECT_EQ(header.event, "cycles:u");
  EXPECT_TRUE(header.certain);
}

TEST(HeaderLine, LeavesOutWhatWasNotPrinted) {
  HeaderLine header = parsed("prog 11820 12781.877578997: cpu-clock:");
  EXPECT_EQ(header.pid, -1);
  EXPECT_EQ(header.tid, 11820);
  EXPECT_EQ(header.cpu, -1);
  EXPECT_EQ(header.time_ns, 12781'877578'997U);
  EXPECT_EQ(header.period, 0U);
  EXPECT_EQ(header.event, "cpu-clock");

  EXPECT_EQ(parsed("11820/11821 12781.877578: cpu-clock: ").tid, 11821);
  EXPECT_EQ(parsed("11820/11821 12781.877578: cpu-clock: ").comm, "");
  EXPECT_EQ(parsed("prog 11820 12781.877578: ").event, "");
  EXPECT_EQ(parsed("prog 11820 cpu-clock: ").time_ns, 0U);
  EXPECT_EQ(parsed("prog 12781.877578: cpu-clock: ").comm, "prog");
  EXPECT_EQ(parsed("prog 12781.877578: cpu-clock: ").tid, -1);
  EXPECT_EQ(parsed("swapper     0 [002] 202513.231851:    1001001 cpu-clock: ").tid, 0);
  EXPECT_EQ(parsed("prog    -1/-1    [000] 1.000000: cpu-clock: ").pid, -1);
}

TEST(HeaderLine, TakesPeriodAndIdApartWithoutTime) {
  HeaderLine header = parsed("x 1234    1003009 cpu-clock: ");
  EXPECT_EQ(header.comm, "x");
  EXPECT_EQ(header.tid, 1234);
  EXPECT_EQ(header.period, 1003009U);
  EXPECT_EQ(parsed("x 1234 99 cpu-clock: ").comm, "x 1234");
  EXPECT_EQ(parsed("x 12/34 99 cpu-clock: ").tid, 34);
}

TEST(HeaderLine, ReadsAnyThreadName) {
  for (const char* comm :
       {"two words", "[NET 0]", "a:b", "12 34", "7 cycles:", "x 1/2 [000]", "tab\there", "   lead",
        "(paren)", "semi;colon", "\xD1\x8E\xD0\xBD\xD0\xB8", "dd", "a", "1", "[000]",
        "a 1 2.5: x:", "kworker/0:1-events_unbound"}) {
    for (const char* ids : {"11760", "11752/11760", "  11760"}) {
      for (const char* behind : {"12774.303394:    1003009 cpu-clock: ", "[001] 1.5: cycles:u: ",
                                 "U     12.303394: 1 sched:sched_switch: prev_pid=3 x: 4 "}) {
        std::string line = std::string(comm) + " " + ids + " " + behind;
        HeaderLine header = parsed(line);
        EXPECT_EQ(header.comm, comm) << line;
        EXPECT_EQ(header.tid, 11760) << line;
        EXPECT_GT(header.time_ns, 0U) << line;
        EXPECT_GT(header.period + header.event.size(), 0U) << line;
      }
    }
  }
  EXPECT_EQ(parsed("trail   11764 12774.323497:    1003009 cpu-clock: ").comm, "trail");
}

TEST(HeaderLine, SkipsFlagsAndTimeOfDay) {
  EXPECT_EQ(parsed("prog 1 KE    12.5:  1 cycles: ").period, 1U);
  EXPECT_EQ(parsed("prog 1 [000] 2026-12-01 15:14:06.123456 12.5:  7 cycles: ").period, 7U);
}

TEST(HeaderLine, TellsRecordsFromSamples) {
  HeaderLine record = parsed("prog 11820 12781.876570: PERF_RECORD_COMM exec: prog:11820/11820");
  EXPECT_TRUE(record.is_record);
  EXPECT_EQ(record.event, "PERF_RECORD_COMM");
  EXPECT_TRUE(
      parsed("swapper  0  0.000000: PERF_RECORD_MMAP -1/0: [0xffff(0x1) @ 0x0]: x [k]").is_record);
  EXPECT_FALSE(parsed("prog 1 12.5: cycles: ").is_record);
}

TEST(HeaderLine, KeepsWhatFollows) {
  EXPECT_EQ(parsed("prog 1 12.5:          1 cycles:      55f9ab7d5148 inner+0x1f (/x)").rest,
            "      55f9ab7d5148 inner+0x1f (/x)");
  EXPECT_EQ(parsed("sh 1 12.5: syscalls:sys_enter_read: fd: 0x3").rest, " fd: 0x3");
}

TEST(HeaderLine, IsNotJustAnyLine) {
  for (const char* line :
       {"", " ", "prog", "nl", "Processed 1234 events and lost 5 chunks!", "1234", "12.5",
        "\t            1148 inner+0x1f (/tmp/prog)", "99999999999999999999 1.5 x",
        "The quick brown fox jumps over 12 lazy dogs"}) {
    auto header = parse_header(line);
    EXPECT_TRUE(!header || !header->certain) << line;
  }
}

TEST(HeaderLine, HugeNumbersAreNoFields) {
  EXPECT_FALSE(parse_header("x 99999999999 1.5: cycles:").value_or(HeaderLine{}).tid > 0);
  EXPECT_FALSE(parse_header("x 1 99999999999999.5: cycles:").value_or(HeaderLine{}).certain);
}

}  // namespace
}  // namespace cxprof::perf_script
