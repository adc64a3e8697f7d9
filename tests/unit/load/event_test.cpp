#include <gmock/gmock.h>

#include "runner/load/event_attributes.h"
#include "runner/load/event_table.h"
#include "tests/unit/load/perf_data_builder.h"

namespace cxprof::perf_data {
namespace {

using test::Bytes;

TEST(EventAttributes, OfAnySizeAreRead) {
  perf_event_attr attr = test::cpu_clock();
  attr.sample_regs_user = 0xff;
  Bytes bytes;
  bytes.put(attr);
  Bytes oldest;
  oldest.append(bytes.str().substr(0, PERF_ATTR_SIZE_VER0));
  EventAttributes old = parse_event_attributes(oldest.reader());
  EXPECT_EQ(old.period_or_frequency, 997U);
  EXPECT_EQ(old.user_registers, 0U);  // not yet a field at that size

  Bytes newer = bytes;
  newer.words({1, 2, 3});
  EXPECT_EQ(parse_event_attributes(newer.reader()).user_registers, 0xffU);

  Bytes cut;
  cut.append(bytes.str().substr(0, PERF_ATTR_SIZE_VER0 - 1));
  EXPECT_THROW(parse_event_attributes(cut.reader()), Error);
}

TEST(EventAttributes, BecomeAnEvent) {
  perf_event_attr attr = test::cpu_clock();
  attr.sample_type |= PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
  attr.sample_stack_user = 8192;
  Bytes bytes;
  bytes.put(attr);
  Event event = to_event(parse_event_attributes(bytes.reader()));
  EXPECT_EQ(event.name, "cpu-clock");
  EXPECT_EQ(event.frequency_hz, 997U);
  EXPECT_EQ(event.period, 0U);
  EXPECT_TRUE(event.counts_time);
  EXPECT_TRUE(event.has_user_stack);
  EXPECT_TRUE(event.has_call_chain);
}

TEST(EventAttributes, APeriodIsNoFrequency) {
  EventAttributes attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.period_or_frequency = 20003;
  Event event = to_event(attributes);
  EXPECT_EQ(event.period, 20003U);
  EXPECT_EQ(event.frequency_hz, 0U);
  EXPECT_FALSE(event.counts_time);
  EXPECT_FALSE(event.has_user_stack);
}

struct NameCase {
  std::uint32_t type;
  std::uint64_t config;
  const char* name_in_file;
  bool user_only;
  const char* expected;
};

TEST(EventNames, ArePerfs) {
  const std::vector<NameCase> cases{
      {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, "", false, "task-clock"},
      {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, "", true, "cpu-clock:u"},
      {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, "", false, "cycles"},
      {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, "", true, "instructions:u"},
      {PERF_TYPE_HARDWARE, 99, "", false, "hardware:0x63"},
      {PERF_TYPE_RAW, 0x1a8, "", false, "raw:0x1a8"},
      {12, 3, "", true, "pmu-12:0x3:u"},
      {PERF_TYPE_HARDWARE, 0, "cycles:ppp", false, "cycles:ppp"},
      {PERF_TYPE_HARDWARE, 0, "cycles:P", true, "cycles:Pu"},
      {PERF_TYPE_HARDWARE, 0, "cycles:u", true, "cycles:u"},
      {PERF_TYPE_SOFTWARE, 0, "my:evt", true, "my:evt:u"},
      {PERF_TYPE_TRACEPOINT, 1, "sched:sched_switch", false, "sched:sched_switch"},
  };
  for (const NameCase& name : cases) {
    EventAttributes attributes;
    attributes.type = name.type;
    attributes.config = name.config;
    attributes.name = name.name_in_file;
    attributes.excludes_kernel = name.user_only;
    EXPECT_EQ(to_event(attributes).name, name.expected);
  }
}

TEST(EventNames, PrecisionIsAModifier) {
  EventAttributes attributes;
  attributes.precise_ip = 2;
  attributes.excludes_kernel = true;
  EXPECT_EQ(to_event(attributes).name, "cycles:upp");
}

EventAttributes with(std::uint64_t sample_type, std::vector<std::uint64_t> ids,
                     bool sample_id_all = true) {
  EventAttributes attributes;
  attributes.sample_type = sample_type;
  attributes.sample_id_all = sample_id_all;
  attributes.ids = std::move(ids);
  return attributes;
}

constexpr std::uint64_t tid_time = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME;

std::string sample_record(std::initializer_list<std::uint64_t> words) {
  Bytes body;
  body.words(words);
  return test::record_bytes(PERF_RECORD_SAMPLE, 0, body.str());
}

Record view(const std::string& bytes) {
  return Record(reinterpret_cast<const std::byte*>(bytes.data()));
}

TEST(EventTable, FindsTheEventByIdentifier) {
  EventTable table;
  table.add(with(tid_time | PERF_SAMPLE_IDENTIFIER, {10, 11}));
  table.add(with(tid_time | PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_CPU, {20}));
  auto sample = [](std::uint64_t id) { return sample_record({id, 0x401000, 1, 500}); };
  EXPECT_EQ(table.event_of_sample(view(sample(11))), 0U);
  EXPECT_EQ(table.event_of_sample(view(sample(20))), 1U);
  EXPECT_EQ(table.event_of_sample(view(sample(99))), std::nullopt);
  EXPECT_EQ(table.time_of(view(sample(20))), 500U);
}

TEST(EventTable, FindsTheEventByIdBehindTheOtherFields) {
  EventTable table;
  constexpr std::uint64_t type = tid_time | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID;
  table.add(with(type, {10}));
  table.add(with(type, {20}));
  std::string sample = sample_record({0x401000, 1, 500, 0xadd4, 20});
  EXPECT_EQ(table.event_of_sample(view(sample)), 1U);
  EXPECT_EQ(table.time_of(view(sample)), 500U);
}

TEST(EventTable, AnOnlyEventNeedsNoIds) {
  EventTable table;
  table.add(with(tid_time, {}));
  EXPECT_EQ(table.event_of_sample(view(sample_record({0x401000, 1, 500}))), 0U);
}

TEST(EventTable, TheTimeOfOtherRecordsStandsAtTheirEnd) {
  EventTable table;
  table.add(with(tid_time | PERF_SAMPLE_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_STREAM_ID, {1}));
  Bytes body;
  body.words({0xc0, 0xc1, 7 /* tid */, 600 /* time */, 1, 2, 3});
  std::string comm = test::record_bytes(PERF_RECORD_COMM, 0, body.str());
  EXPECT_EQ(table.time_of(view(comm)), 600U);
  std::string too_short = test::record_bytes(PERF_RECORD_COMM, 0, std::string(16, 'x'));
  EXPECT_EQ(table.time_of(view(too_short)), std::nullopt);
}

TEST(EventTable, EventsWithDifferentTrailersAreToldApartByIdentifier) {
  EventTable table;
  table.add(with(tid_time | PERF_SAMPLE_IDENTIFIER, {1}));
  table.add(with(tid_time | PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_CPU, {2}));
  Bytes body;
  body.words({0xc0, 7 /* tid */, 600 /* time */, 3 /* CPU */, 2});
  std::string comm = test::record_bytes(PERF_RECORD_COMM, 0, body.str());
  EXPECT_EQ(table.time_of(view(comm)), 600U);
}

TEST(EventTable, WithoutSampleIdAllRecordsAreNotTimed) {
  EventTable table;
  table.add(with(tid_time, {}, false));
  EXPECT_FALSE(table.all_records_timed());
  std::string comm = test::record_bytes(PERF_RECORD_COMM, 0, std::string(64, '\1'));
  EXPECT_EQ(table.time_of(view(comm)), std::nullopt);
}

}  // namespace
}  // namespace cxprof::perf_data
