#include "runner/load/sample_parser.h"

#include <gmock/gmock.h>

#include "tests/unit/load/perf_data_builder.h"

namespace cxprof::perf_data {
namespace {

using test::Bytes;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr std::uint64_t read_format_lost = 1U << 4;
constexpr std::uint64_t weight_struct = 1U << 24;

// A stack copy behind the fields under test shows that they were all walked right.
constexpr std::uint64_t stack_word = 0x57ac57ac57ac57ac;
void put_stack(Bytes& body) { body.words({8, stack_word, 8}); }

std::uint64_t stack_word_of(const Sample& sample) {
  std::uint64_t value = 0;
  if (sample.user_stack.size() == sizeof value) {
    std::memcpy(&value, sample.user_stack.data(), sizeof value);
  }
  return value;
}

Sample parse(const Bytes& body, std::uint64_t type, EventAttributes attributes = {}) {
  attributes.sample_type = type;
  return parse_sample(body.reader(), PERF_RECORD_MISC_USER, attributes);
}

TEST(SampleParser, ReadsTheFixedFieldsInTheKernelsOrder) {
  Bytes body;
  body.words({77, 0x401000}).put(std::int32_t{12}).put(std::int32_t{13});
  body.words({5000, 0xda7a, 77, 99}).put(std::int32_t{2}).put(std::uint32_t{0}).words({250});
  Sample sample = parse(body, PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
                                  PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID |
                                  PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD);
  EXPECT_EQ(sample.ip, 0x401000U);
  EXPECT_EQ(sample.pid, 12);
  EXPECT_EQ(sample.tid, 13);
  EXPECT_EQ(sample.time_ns, 5000U);
  EXPECT_EQ(sample.cpu, 2);
  EXPECT_EQ(sample.period, 250U);
  EXPECT_EQ(sample.cpu_mode, CpuMode::user);
}

TEST(SampleParser, AbsentFieldsSayNotRecorded) {
  Sample sample = parse(Bytes(), 0);
  EXPECT_EQ(sample.pid, -1);
  EXPECT_EQ(sample.tid, -1);
  EXPECT_EQ(sample.cpu, -1);
  EXPECT_EQ(sample.period, 0U);
  EXPECT_TRUE(sample.call_chain.empty());
  EXPECT_EQ(sample.user_abi, RegisterAbi::none);
}

TEST(SampleParser, AFixedPeriodIsTheAttributes) {
  EventAttributes attributes;
  attributes.period_or_frequency = 2000000;
  EXPECT_EQ(parse(Bytes(), 0, attributes).period, 2000000U);
  attributes.uses_frequency = true;
  EXPECT_EQ(parse(Bytes(), 0, attributes).period, 0U);
}

TEST(SampleParser, CpuModeIsTheRecords) {
  auto mode = [](std::uint16_t misc) {
    return parse_sample(Bytes().reader(), misc, EventAttributes{}).cpu_mode;
  };
  EXPECT_EQ(mode(PERF_RECORD_MISC_KERNEL), CpuMode::kernel);
  EXPECT_EQ(mode(PERF_RECORD_MISC_GUEST_USER | PERF_RECORD_MISC_EXACT_IP), CpuMode::guest_user);
  EXPECT_EQ(mode(7), CpuMode::unknown);
}

TEST(SampleParser, CallChainIsAView) {
  Bytes body;
  body.words({3, PERF_CONTEXT_USER, 0x401000, 0x402000});
  Sample sample = parse(body, PERF_SAMPLE_CALLCHAIN);
  ASSERT_EQ(sample.call_chain.size(), 3U);
  EXPECT_EQ(sample.call_chain[0], static_cast<std::uint64_t>(PERF_CONTEXT_USER));
  EXPECT_EQ(sample.call_chain[2], 0x402000U);
}

struct ReadCase {
  std::uint64_t format;
  std::vector<std::uint64_t> words;
};

TEST(SampleParser, CounterValuesOfEveryFormatAreWalked) {
  constexpr std::uint64_t times = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  const std::vector<ReadCase> cases{
      {0, {1}},
      {PERF_FORMAT_ID, {1, 2}},
      {times | PERF_FORMAT_ID | read_format_lost, {1, 2, 3, 4, 5}},
      {PERF_FORMAT_GROUP, {2, 10, 11}},
      {PERF_FORMAT_GROUP | PERF_FORMAT_ID, {2, 10, 1, 11, 2}},
      {PERF_FORMAT_GROUP | times | PERF_FORMAT_ID | read_format_lost,
       {2, 100, 99, 10, 1, 0, 11, 2, 0}},
  };
  for (const ReadCase& read : cases) {
    Bytes body;
    for (std::uint64_t word : read.words) body.put(word);
    put_stack(body);
    EventAttributes attributes;
    attributes.read_format = read.format;
    Sample sample = parse(body, PERF_SAMPLE_READ | PERF_SAMPLE_STACK_USER, attributes);
    EXPECT_EQ(stack_word_of(sample), stack_word) << "read_format " << read.format;
  }
}

TEST(SampleParser, RawDataAndBranchStacksAreWalked) {
  constexpr std::uint64_t hw_index = 1U << 17;
  constexpr std::uint64_t counters = 1U << 19;
  for (std::uint64_t branch_type : {std::uint64_t{0}, hw_index, counters, hw_index | counters}) {
    Bytes body;
    body.put(std::uint32_t{12}).append("twelve bytes");  // 4 + 12: a multiple of 8, as ever
    body.words({2});
    if (branch_type & hw_index) body.words({5});
    body.words({1, 2, 3, 4, 5, 6});
    if (branch_type & counters) body.words({8, 9});
    put_stack(body);
    EventAttributes attributes;
    attributes.branch_sample_type = branch_type;
    Sample sample = parse(body, PERF_SAMPLE_RAW | PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_STACK_USER,
                          attributes);
    EXPECT_EQ(stack_word_of(sample), stack_word) << "branch_sample_type " << branch_type;
  }
}

TEST(SampleParser, RegistersFollowTheMask) {
  Bytes body;
  body.words({PERF_SAMPLE_REGS_ABI_64, 70, 71, 72});
  put_stack(body);
  EventAttributes attributes;
  attributes.user_registers = 0b10000000100000001;
  Sample sample = parse(body, PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER, attributes);
  EXPECT_EQ(sample.user_abi, RegisterAbi::bits64);
  EXPECT_EQ(sample.user_register_mask, attributes.user_registers);
  ASSERT_EQ(sample.user_registers.size(), 3U);
  EXPECT_EQ(sample.user_registers[2], 72U);
  EXPECT_EQ(stack_word_of(sample), stack_word);
}

// perf writes every register of a 32-bit program as a 64-bit word.
TEST(SampleParser, RegistersOfA32BitProgramAreNamedAsSuch) {
  Bytes body;
  body.words({PERF_SAMPLE_REGS_ABI_32, 70, 0xffffd000});
  put_stack(body);
  EventAttributes attributes;
  attributes.user_registers = 0b10000001;
  Sample sample = parse(body, PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER, attributes);
  EXPECT_EQ(sample.user_abi, RegisterAbi::bits32);
  ASSERT_EQ(sample.user_registers.size(), 2U);
  EXPECT_EQ(sample.user_registers[1], 0xffffd000U);
  EXPECT_EQ(stack_word_of(sample), stack_word);
}

// A kernel thread has neither registers nor a stack: the record is shorter, not damaged.
TEST(SampleParser, WithoutAbiThereAreNoRegistersAndNoStack) {
  Bytes body;
  body.words({PERF_SAMPLE_REGS_ABI_NONE, 0});
  EventAttributes attributes;
  attributes.user_registers = 0xff;
  Sample sample = parse(body, PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER, attributes);
  EXPECT_EQ(sample.user_abi, RegisterAbi::none);
  EXPECT_EQ(sample.user_register_mask, 0U);
  EXPECT_TRUE(sample.user_registers.empty());
  EXPECT_TRUE(sample.user_stack.empty());
}

TEST(SampleParser, OnlyTheFilledPartOfAStackCopyIsMemory) {
  Bytes body;
  body.words({24, 1, 2, 3, 16});
  EXPECT_EQ(parse(body, PERF_SAMPLE_STACK_USER).user_stack.size(), 16U);
  Bytes lying;
  lying.words({24, 1, 2, 3, 1000});
  EXPECT_EQ(parse(lying, PERF_SAMPLE_STACK_USER).user_stack.size(), 24U);
}

TEST(SampleParser, FieldsBehindTheStackAreWalked) {
  constexpr std::uint64_t type =
      PERF_SAMPLE_STACK_USER | weight_struct | PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_TRANSACTION |
      PERF_SAMPLE_REGS_INTR | PERF_SAMPLE_PHYS_ADDR | PERF_SAMPLE_CGROUP |
      PERF_SAMPLE_DATA_PAGE_SIZE | PERF_SAMPLE_CODE_PAGE_SIZE | PERF_SAMPLE_AUX;
  EventAttributes attributes;
  attributes.interrupt_registers = 0b11;
  Bytes body;
  put_stack(body);
  body.words({1, 2, 3});                        // weight, data source, transaction
  body.words({PERF_SAMPLE_REGS_ABI_64, 4, 5});  // registers
  body.words({6, 7, 8, 9});                     // address, cgroup, page sizes
  Bytes whole = body;
  whole.words({8, 10});  // AUX data
  EXPECT_EQ(stack_word_of(parse(whole, type, attributes)), stack_word);
  Bytes cut = body;
  cut.words({16, 10});
  EXPECT_THAT([&] { parse(cut, type, attributes); }, ThrowsMessage<Error>(HasSubstr("AUX data")));
}

TEST(SampleParser, CountsThatCannotBeTrueAreErrorsAndNotAllocations) {
  constexpr std::uint64_t huge = 0x2000000000000001;  // times 8 it is 8 again
  for (std::uint64_t count : {huge, ~std::uint64_t{0}, std::uint64_t{2}}) {
    Bytes body;
    body.words({count, 1});
    EXPECT_THROW(parse(body, PERF_SAMPLE_CALLCHAIN), Error);
    EXPECT_THROW(parse(body, PERF_SAMPLE_STACK_USER), Error) << count;
    EXPECT_THROW(parse(body, PERF_SAMPLE_BRANCH_STACK), Error);
    EventAttributes group;
    group.read_format = PERF_FORMAT_GROUP;
    EXPECT_THROW(parse(body, PERF_SAMPLE_READ, group), Error);
  }
}

TEST(SampleParser, ErrorsNameFieldAndOffset) {
  Bytes body;
  body.words({1}).put(std::int32_t{5});
  EXPECT_THAT([&] { parse(body, PERF_SAMPLE_IP | PERF_SAMPLE_TID); },
              ThrowsMessage<Error>(HasSubstr("a sample's thread at offset 12")));
}

}  // namespace
}  // namespace cxprof::perf_data
