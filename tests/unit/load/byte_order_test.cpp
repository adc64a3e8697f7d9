// Recordings of a machine of the other byte order: the same contents written twice must be the same
// profile.
#include <gmock/gmock.h>

#include "runner/load/load.h"
#include "runner/load/sample_fields.h"
#include "tests/unit/load/perf_data_builder.h"

namespace cxprof {
namespace {

using test::BigEndian;
using test::Bytes;
using test::cpu_clock;
using test::load_bytes;
using test::PerfDataBuilder;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint64_t registers = 0b101;

// Every field that a sample can have.
perf_event_attr everything() {
  perf_event_attr attr = cpu_clock();
  attr.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
                     PERF_SAMPLE_ADDR | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |
                     PERF_SAMPLE_PERIOD | PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN |
                     PERF_SAMPLE_RAW | PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_REGS_USER |
                     PERF_SAMPLE_STACK_USER | PERF_SAMPLE_WEIGHT | PERF_SAMPLE_DATA_SRC |
                     PERF_SAMPLE_TRANSACTION | PERF_SAMPLE_REGS_INTR | PERF_SAMPLE_PHYS_ADDR |
                     perf_data::sample_cgroup | perf_data::sample_data_page_size |
                     perf_data::sample_code_page_size | perf_data::sample_aux;
  attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID | PERF_FORMAT_TOTAL_TIME_ENABLED;
  attr.branch_sample_type = perf_data::branch_sample_hw_index;
  attr.sample_regs_user = registers;
  attr.sample_regs_intr = 0b11;
  attr.sample_stack_user = 16;
  attr.exclude_kernel = 1;
  attr.precise_ip = 2;
  return attr;
}

Bytes full_sample(std::uint64_t time) {
  Bytes body;
  body.words({2, 0x401234}).put(std::int32_t{100}).put(std::int32_t{101});
  body.words({time, 0xda7a, 2, 9}).put(std::uint32_t{3}).put(std::uint32_t{0}).words({1003009});
  body.words({2, 77, 10, 1, 11, 2});                       // READ: number, time, (value, id)…
  body.words({3, PERF_CONTEXT_USER, 0x401234, 0x402000});  // CALLCHAIN
  body.put(std::uint32_t{12}).append("twelve bytes");      // RAW
  body.words({1, 5, 0x401000, 0x402000, 1});               // BRANCH_STACK
  body.words({PERF_SAMPLE_REGS_ABI_64, 70, 0x7ffd0000});   // REGS_USER
  body.words({16}).append("sixteen of stack").words({8});  // STACK_USER
  body.words({1, 2, 3, PERF_SAMPLE_REGS_ABI_64, 4, 5});    // WEIGHT … REGS_INTR
  body.words({6, 7, 8, 9, 8}).append("aux data");          // PHYS_ADDR … AUX
  return body;
}

void put_who(Bytes& body, std::uint64_t time, std::uint64_t id) {
  body.put(std::int32_t{100}).put(std::int32_t{100}).words({time, 0, id});
}

PerfDataBuilder recording() {
  PerfDataBuilder builder;
  // The two events have trailers of different sizes.
  builder.event(cpu_clock(), {1}).event(everything(), {2, 3});
  builder.kernel_mmap(0xffffffff81000000, 0x1000000, "[kernel.kallsyms]_text");
  builder.comm({100, 100, 10}, "naive", true);
  builder.mmap2({100, 100, 11}, 0x401000, 0x1000, 0x1000, "/bin/naive");
  builder.mmap2_build_id({100, 100, 12}, 0x7f0000, 0x2000, std::string(20, '\x1f'), "/lib/x.so");
  builder.mmap2({100, 100, 12}, 0x8f0000, 0x2000, 0, "/data", 1 /* not executable */);
  builder.mmap({100, 100, 13}, 0x9f0000, 0x1000, 0x3000, "/lib/y.so");
  builder.sample({100, 100, 20}, 0x401234);
  builder.record(PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, full_sample(21));
  builder.fork(100, 100, {200, 200, 22});
  builder.comm({200, 200, 23}, "child");
  Bytes lost;
  lost.words({1, 5});
  put_who(lost, 24, 1);
  builder.record(PERF_RECORD_LOST, 0, lost);
  Bytes lost_samples;
  lost_samples.words({4});
  put_who(lost_samples, 24, 1);
  builder.record(PERF_RECORD_LOST_SAMPLES, 0, lost_samples);
  Bytes throttle;
  throttle.words({25, 1, 1});
  put_who(throttle, 25, 1);
  builder.record(PERF_RECORD_THROTTLE, 0, throttle);
  builder.record(PERF_RECORD_UNTHROTTLE, 0, throttle);
  builder.record(68, 0, Bytes());                                          // round finished
  builder.record(71, 0, Bytes().words({16, 0, 0, 0, 0}));                  // trace data …
  builder.record(0xffffffff, 0, Bytes().words({~0ULL}));                   // … 16 bytes
  builder.record(69, 0, Bytes().words({1, 2, 3, 4, 5}));                   // id index
  builder.record(78, 0, Bytes().words({2, 1}).padded_string("my-clock"));  // event's name
  builder.record(200, 0, Bytes().words({1}));                              // not known
  Bytes build_id;
  build_id.put(std::int32_t{-1}).append(std::string(20, '\x2e')).put(std::uint8_t{20});
  build_id.append(std::string(3, '\0')).padded_string("/lib/y.so");
  builder.record(67, 1U << 15, build_id);
  builder.sample({200, 200, 30}, 0x401238);
  builder.sample({100, 100, 31}, 0xffffffff81000100, PERF_RECORD_MISC_KERNEL);

  Bytes table;
  table.put(std::uint32_t{0}).put(std::uint16_t{1U << 15}).put(std::uint16_t{52});
  table.put(std::int32_t{-1}).append(std::string(20, '\x3d')).put(std::uint8_t{20});
  table.append(std::string(3, '\0')).append("/bin/naive").pad_to(52);
  builder.feature(2, table);
  builder.feature(3, Bytes().feature_string("host-name"));
  builder.feature(4, Bytes().feature_string("6.1.0"));
  builder.feature(5, Bytes().feature_string("6.1.187"));
  builder.feature(6, Bytes().feature_string("s390x"));
  builder.feature(8, Bytes().feature_string("A Processor"));
  Bytes command;
  command.put(std::uint32_t{3}).feature_string("perf").feature_string("--").feature_string("./n");
  builder.feature(11, command);
  Bytes events;
  events.put(std::uint32_t{1}).put(static_cast<std::uint32_t>(sizeof(perf_event_attr)));
  events.put(everything()).put(std::uint32_t{1}).feature_string("all-of-it").words({3});
  builder.feature(12, events);
  return builder;
}

std::vector<std::uint64_t> words_of(const WordView& view) {
  std::vector<std::uint64_t> words;
  for (std::size_t i = 0; i < view.size(); ++i) words.push_back(view[i]);
  return words;
}

void expect_same(const RawProfile& a, const RawProfile& b) {
  EXPECT_EQ(a.modules, b.modules);
  EXPECT_EQ(a.thread_names, b.thread_names);
  ASSERT_EQ(a.events.size(), b.events.size());
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    EXPECT_EQ(a.events[i].name, b.events[i].name);
    EXPECT_EQ(a.events[i].frequency_hz, b.events[i].frequency_hz);
    EXPECT_EQ(a.events[i].has_user_stack, b.events[i].has_user_stack);
  }
  EXPECT_EQ(a.address_spaces.size(), b.address_spaces.size());
  EXPECT_EQ(a.losses.lost_samples, b.losses.lost_samples);
  EXPECT_EQ(a.losses.throttle_records, b.losses.throttle_records);
  EXPECT_EQ(a.losses.skipped_records, b.losses.skipped_records);
  EXPECT_EQ(a.recording.host.name, b.recording.host.name);
  EXPECT_EQ(a.recording.host.machine, b.recording.host.machine);
  EXPECT_EQ(a.recording.recorder_command, b.recording.recorder_command);
  ASSERT_EQ(a.samples.size(), b.samples.size());
  for (std::size_t i = 0; i < a.samples.size(); ++i) {
    SCOPED_TRACE(i);
    const Sample& one = a.samples[i];
    const Sample& two = b.samples[i];
    EXPECT_EQ(one.time_ns, two.time_ns);
    EXPECT_EQ(one.ip, two.ip);
    EXPECT_EQ(one.period, two.period);
    EXPECT_EQ(one.pid, two.pid);
    EXPECT_EQ(one.tid, two.tid);
    EXPECT_EQ(one.cpu, two.cpu);
    EXPECT_EQ(one.event, two.event);
    EXPECT_EQ(one.address_space, two.address_space);
    EXPECT_EQ(one.thread_name, two.thread_name);
    EXPECT_EQ(one.cpu_mode, two.cpu_mode);
    EXPECT_EQ(words_of(one.call_chain), words_of(two.call_chain));
    EXPECT_EQ(one.user_abi, two.user_abi);
    EXPECT_EQ(words_of(one.user_registers), words_of(two.user_registers));
    EXPECT_TRUE(std::ranges::equal(one.user_stack, two.user_stack));
  }
  EXPECT_THAT(b.findings, IsEmpty());
}

struct Written {
  std::string file;
  std::string pipe;
};

// `compressed`: in records of that many bytes; 0: plainly.
Written written(std::size_t compressed, bool version_2) {
  PerfDataBuilder builder = recording();
  if (compressed != 0) builder.compress(compressed, version_2);
  return {builder.file(), builder.pipe()};
}

TEST(ByteOrder, ABigEndianRecordingIsTheSameProfile) {
  RawProfile native = load_bytes(written(0, false).file);
  ASSERT_EQ(native.samples.size(), 4U);
  EXPECT_EQ(native.samples[1].user_registers.size(), 2U);
  EXPECT_EQ(native.samples[1].user_stack.size(), 8U);
  EXPECT_EQ(native.losses.lost_samples, 9U);
  EXPECT_EQ(native.losses.throttle_records, 1U);
  EXPECT_EQ(native.losses.skipped_records, 1U);
  for (std::size_t piece : {std::size_t{0}, std::size_t{40}, std::size_t{60000}}) {
    for (bool version_2 : {false, true}) {
      SCOPED_TRACE(testing::Message() << "compressed in pieces of " << piece << ", " << version_2);
      Written native_bytes = written(piece, version_2);
      Written foreign_bytes;
      {
        BigEndian scope;
        foreign_bytes = written(piece, version_2);
      }
      ASSERT_EQ(foreign_bytes.file.substr(0, 8), "2ELIFREP");
      expect_same(load_bytes(native_bytes.file), load_bytes(foreign_bytes.file));
      expect_same(load_bytes(native_bytes.pipe), load_bytes(foreign_bytes.pipe));
    }
  }
}

TEST(ByteOrder, AttributesKeepTheirFlags) {
  Written foreign;
  {
    BigEndian scope;
    foreign = written(0, false);
  }
  std::vector<std::string> names;
  for (const Event& event : load_bytes(foreign.pipe).events) names.push_back(event.name);
  EXPECT_THAT(names, ElementsAre("my-clock", "all-of-it:u"));
  PerfDataBuilder unnamed;
  std::string content;
  {
    BigEndian scope;
    perf_event_attr attr = cpu_clock();
    attr.precise_ip = 2;
    content = unnamed.event(attr).sample({100, 100, 5}, 0x401000).file();
  }
  EXPECT_EQ(load_bytes(content).events.at(0).name, "cpu-clock:pp");
}

TEST(ByteOrder, AMachineThatIsNotNamedIsStillAnotherOne) {
  PerfDataBuilder builder;
  std::string content;
  {
    BigEndian scope;
    content = builder.event(cpu_clock()).sample({100, 100, 5}, 0x401000).file();
  }
  EXPECT_THAT(load_bytes(content).recording.host.machine, HasSubstr("other byte order"));
}

// A 32-bit perf writes the bits of its features in 32-bit words.
TEST(ByteOrder, FeatureBitsOfA32BitPerfAreRead) {
  std::string content;
  {
    BigEndian scope;
    content = written(0, false).file;
  }
  for (std::size_t at = 72; at < 104; at += 8) {
    std::rotate(content.begin() + static_cast<std::ptrdiff_t>(at),
                content.begin() + static_cast<std::ptrdiff_t>(at + 4),
                content.begin() + static_cast<std::ptrdiff_t>(at + 8));
  }
  EXPECT_EQ(load_bytes(content).recording.host.name, "host-name");
}

TEST(ByteOrder, EveryCutAndEveryChangedByteGivesAProfileOrOneError) {
  for (std::size_t piece : {std::size_t{0}, std::size_t{200}}) {
    Written foreign;
    {
      BigEndian scope;
      foreign = written(piece, true);
    }
    for (const std::string& whole : {foreign.file, foreign.pipe}) {
      std::size_t profiles = 0;
      auto load_one = [&](const std::string& content) {
        try {
          load_bytes(content);
          ++profiles;
        } catch (const Error& error) {
          EXPECT_THAT(error.what(), HasSubstr("/proc/self/fd"));
        }
      };
      for (std::size_t size = 0; size < whole.size(); ++size) load_one(whole.substr(0, size));
      for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 0xff);
        load_one(changed);
      }
      EXPECT_GT(profiles, whole.size() / 4);
    }
  }
}

}  // namespace
}  // namespace cxprof
