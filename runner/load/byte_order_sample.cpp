#include <linux/perf_event.h>

#include <bit>

#include "runner/load/byte_order_fields.h"
#include "runner/load/sample_fields.h"

namespace cxprof::perf_data {
namespace {

constexpr std::uint64_t word = sizeof(std::uint64_t);

/// Walks the words of a sample that have been turned round as such.
class Words {
 public:
  explicit Words(std::span<std::byte> bytes) : bytes_(bytes) {}

  std::uint64_t read() {
    if (bytes_.size() < word) return skip(1), 0;
    std::uint64_t value;
    std::memcpy(&value, bytes_.data(), sizeof value);
    skip(1);
    return value;
  }
  void skip(std::uint64_t count) {
    bytes_ = count < bytes_.size() / word + 1
                 ? bytes_.subspan(static_cast<std::size_t>(count) * word)
                 : std::span<std::byte>{};
  }
  /// The next `count` items of `words` each, of which there are never more than bytes.
  void skip_items(std::uint64_t count, std::uint64_t words) {
    skip(std::min<std::uint64_t>(count, bytes_.size()) * words);
  }
  /// Two 32-bit numbers: each is right, but they have changed places.
  void repair_halves() {
    if (bytes_.size() >= word) {
      std::rotate(bytes_.data(), bytes_.data() + word / 2, bytes_.data() + word);
    }
    skip(1);
  }
  /// Plain bytes: turned back to what they were.
  std::span<std::byte> restore(std::uint64_t size) {
    std::uint64_t words = std::min<std::uint64_t>(size, bytes_.size()) / word;
    words = std::min<std::uint64_t>(words + (size % word != 0 ? 1 : 0), bytes_.size() / word);
    auto restored = bytes_.first(static_cast<std::size_t>(words) * word);
    FieldSwapper(restored).swap_layout("*");
    skip(words);
    return restored;
  }
  [[nodiscard]] std::uint64_t peek() const { return Words(*this).read(); }

 private:
  std::span<std::byte> bytes_;
};

std::uint64_t bits(std::uint64_t value) { return static_cast<std::uint64_t>(std::popcount(value)); }

void skip_read(Words& words, std::uint64_t format) {
  std::uint64_t values = format & PERF_FORMAT_GROUP ? words.read() : 1;
  words.skip(bits(format & (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)));
  words.skip_items(values, 1 + bits(format & (PERF_FORMAT_ID | read_format_lost)));
}

void skip_branches(Words& words, std::uint64_t branch_type) {
  std::uint64_t count = words.read();
  if (branch_type & branch_sample_hw_index) words.skip(1);
  words.skip_items(count, 3);
  if (branch_type & branch_sample_counters) words.skip_items(count, 1);
}

void skip_registers(Words& words, std::uint64_t mask) {
  if (words.read() != PERF_SAMPLE_REGS_ABI_NONE) words.skip(bits(mask));
}

void repair_raw(Words& words) {
  std::uint64_t size = words.peek() >> 32;  // the first half of the word
  auto restored = words.restore(size + sizeof(std::uint32_t));
  FieldSwapper(restored).swap_layout("4");
}

}  // namespace

// The same order as in parse_sample().
void repair_sample(std::span<std::byte> body, const EventAttributes& attributes) {
  const std::uint64_t type = attributes.sample_type;
  Words words(body);
  words.skip(bits(type & (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP)));
  if (type & PERF_SAMPLE_TID) words.repair_halves();
  words.skip(
      bits(type & (PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID)));
  if (type & PERF_SAMPLE_CPU) words.repair_halves();
  if (type & PERF_SAMPLE_PERIOD) words.skip(1);
  if (type & PERF_SAMPLE_READ) skip_read(words, attributes.read_format);
  if (type & PERF_SAMPLE_CALLCHAIN) words.skip_items(words.read(), 1);
  if (type & PERF_SAMPLE_RAW) repair_raw(words);
  if (type & PERF_SAMPLE_BRANCH_STACK) skip_branches(words, attributes.branch_sample_type);
  if (type & PERF_SAMPLE_REGS_USER) skip_registers(words, attributes.user_registers);
  if (type & PERF_SAMPLE_STACK_USER) {
    std::uint64_t size = words.read();
    words.restore(size);
    if (size != 0) words.skip(1);  // how much of it is filled
  }
  words.skip(bits(type & (PERF_SAMPLE_WEIGHT | sample_weight_struct | PERF_SAMPLE_DATA_SRC |
                          PERF_SAMPLE_TRANSACTION)));
  if (type & PERF_SAMPLE_REGS_INTR) skip_registers(words, attributes.interrupt_registers);
  words.skip(bits(type & (PERF_SAMPLE_PHYS_ADDR | sample_cgroup | sample_data_page_size |
                          sample_code_page_size)));
  if (type & sample_aux) words.restore(words.read());
}

}  // namespace cxprof::perf_data
