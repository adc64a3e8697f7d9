#include "runner/load/sample_parser.h"

#include <linux/perf_event.h>

#include <bit>

#include "runner/load/record_types.h"
#include "runner/load/sample_fields.h"

namespace cxprof::perf_data {
namespace {

constexpr std::uint64_t word = 8;

CpuMode cpu_mode(std::uint16_t record_misc) {
  unsigned mode = record_misc & misc::cpu_mode_mask;
  return mode <= static_cast<unsigned>(CpuMode::guest_user) ? static_cast<CpuMode>(mode)
                                                            : CpuMode::unknown;
}

// `count` comes from the file: compared with what is left before it is multiplied.
void skip_items(ByteReader& body, std::uint64_t count, std::uint64_t item_size, const char* field) {
  if (count > body.remaining() / item_size) body.skip(~0ULL, field);  // throws and says where
  body.skip(count * item_size, field);
}

WordView read_words(ByteReader& body, std::uint64_t count, const char* field) {
  const std::byte* data = body.bytes(0, field).data();
  skip_items(body, count, word, field);
  return {data, static_cast<std::size_t>(count)};
}

void skip_read(ByteReader& body, std::uint64_t format) {
  constexpr std::uint64_t times = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  const auto time_words = static_cast<std::uint64_t>(std::popcount(format & times));
  const auto value_words =
      1 + static_cast<std::uint64_t>(std::popcount(format & (PERF_FORMAT_ID | read_format_lost)));
  std::uint64_t values = 1;
  if (format & PERF_FORMAT_GROUP) values = body.read<std::uint64_t>("the size of a counter group");
  body.skip(time_words * word, "the times of a counter");
  skip_items(body, values, value_words * word, "counter values");
}

void skip_branch_stack(ByteReader& body, std::uint64_t branch_sample_type) {
  constexpr std::uint64_t entry_size = 3 * word;  // struct perf_branch_entry: from, to, flags
  auto count = body.read<std::uint64_t>("the length of a branch stack");
  if (branch_sample_type & branch_sample_hw_index) body.skip(word, "a branch stack's index");
  skip_items(body, count, entry_size, "a branch stack");
  if (branch_sample_type & branch_sample_counters) {
    skip_items(body, count, word, "a branch stack's counters");
  }
}

struct Registers {
  RegisterAbi abi = RegisterAbi::none;
  WordView values;
};

Registers read_registers(ByteReader& body, std::uint64_t mask) {
  auto abi = body.read<std::uint64_t>("a register dump's ABI");
  if (abi == PERF_SAMPLE_REGS_ABI_NONE) return {};
  auto values =
      read_words(body, static_cast<std::uint64_t>(std::popcount(mask)), "a register dump");
  return {abi == PERF_SAMPLE_REGS_ABI_32 ? RegisterAbi::bits32 : RegisterAbi::bits64, values};
}

std::span<const std::byte> read_user_stack(ByteReader& body) {
  auto size = body.read<std::uint64_t>("the size of a stack copy");
  if (size == 0) return {};
  auto copy = body.bytes(size, "a stack copy");
  // Asked-for size, of which only dyn_size bytes could be copied; the rest is not memory.
  auto filled = body.read<std::uint64_t>("the filled size of a stack copy");
  return filled < size ? copy.first(static_cast<std::size_t>(filled)) : copy;
}

// Behind the stack copy stands nothing that we use; it is walked so that a record which is too
// short for its own fields is noticed.
void skip_tail(ByteReader& body, const EventAttributes& attributes) {
  const std::uint64_t type = attributes.sample_type;
  constexpr std::uint64_t before_registers =
      PERF_SAMPLE_WEIGHT | sample_weight_struct | PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_TRANSACTION;
  constexpr std::uint64_t after_registers =
      PERF_SAMPLE_PHYS_ADDR | sample_cgroup | sample_data_page_size | sample_code_page_size;
  if (!(type & (before_registers | PERF_SAMPLE_REGS_INTR | after_registers | sample_aux))) return;
  auto words = [&](std::uint64_t fields) {
    return word * static_cast<std::uint64_t>(std::popcount(type & fields));
  };
  body.skip(words(before_registers), "memory access fields");
  if (type & PERF_SAMPLE_REGS_INTR) read_registers(body, attributes.interrupt_registers);
  body.skip(words(after_registers), "page fields");
  if (type & sample_aux) {
    body.skip(body.read<std::uint64_t>("the size of AUX data"), "AUX data");
  }
}

}  // namespace

// Order of the fields: the comment at PERF_RECORD_SAMPLE in include/uapi/linux/perf_event.h.
Sample parse_sample(ByteReader body, std::uint16_t record_misc, const EventAttributes& attributes) {
  const std::uint64_t type = attributes.sample_type;
  Sample sample;
  sample.cpu_mode = cpu_mode(record_misc);
  if (!attributes.uses_frequency) sample.period = attributes.period_or_frequency;

  if (type & PERF_SAMPLE_IDENTIFIER) body.skip(word, "a sample's identifier");
  if (type & PERF_SAMPLE_IP) sample.ip = body.read<std::uint64_t>("a sample's address");
  if (type & PERF_SAMPLE_TID) {
    sample.pid = body.read<std::int32_t>("a sample's process");
    sample.tid = body.read<std::int32_t>("a sample's thread");
  }
  if (type & PERF_SAMPLE_TIME) sample.time_ns = body.read<std::uint64_t>("a sample's time");
  if (type & PERF_SAMPLE_ADDR) body.skip(word, "a sample's data address");
  if (type & PERF_SAMPLE_ID) body.skip(word, "a sample's id");
  if (type & PERF_SAMPLE_STREAM_ID) body.skip(word, "a sample's stream id");
  if (type & PERF_SAMPLE_CPU) {
    sample.cpu = body.read<std::int32_t>("a sample's CPU");
    body.skip(4, "a sample's CPU");
  }
  if (type & PERF_SAMPLE_PERIOD) sample.period = body.read<std::uint64_t>("a sample's period");
  if (type & PERF_SAMPLE_READ) skip_read(body, attributes.read_format);
  if (type & PERF_SAMPLE_CALLCHAIN) {
    auto length = body.read<std::uint64_t>("the length of a call chain");
    sample.call_chain = read_words(body, length, "a call chain");
  }
  if (type & PERF_SAMPLE_RAW)
    body.skip(body.read<std::uint32_t>("the size of raw data"), "raw data");
  if (type & PERF_SAMPLE_BRANCH_STACK) skip_branch_stack(body, attributes.branch_sample_type);
  if (type & PERF_SAMPLE_REGS_USER) {
    Registers registers = read_registers(body, attributes.user_registers);
    sample.user_abi = registers.abi;
    sample.user_registers = registers.values;
    if (registers.abi != RegisterAbi::none) sample.user_register_mask = attributes.user_registers;
  }
  if (type & PERF_SAMPLE_STACK_USER) sample.user_stack = read_user_stack(body);
  skip_tail(body, attributes);
  return sample;
}

}  // namespace cxprof::perf_data
