#include "runner/load/byte_order_fields.h"
#include "runner/load/features.h"
#include "runner/load/record_types.h"

namespace cxprof::perf_data {
namespace {

// A C bit-field begins with the lowest bit here and with the highest one there: bits turn round in
// each byte, and the bytes stay where they are (perf: swap_bitfield in tools/perf/util/session.c).
void swap_bit_field(std::span<std::byte> bytes) {
  for (std::byte& byte : bytes) {
    unsigned value = std::to_integer<unsigned>(byte);
    unsigned turned = 0;
    for (unsigned bit = 0; bit < 8; ++bit) turned |= (value >> bit & 1U) << (7 - bit);
    byte = static_cast<std::byte>(turned);
  }
}

// precise_ip is the one field of two bits, bits 15 and 16: they have changed places.
void repair_precise_ip(std::span<std::byte> flags) {
  constexpr std::size_t low_byte = 1;
  constexpr std::size_t high_byte = 2;
  if (flags.size() <= high_byte) return;
  std::byte low = flags[low_byte] & std::byte{0x80};
  std::byte high = flags[high_byte] & std::byte{0x01};
  flags[low_byte] = (flags[low_byte] & std::byte{0x7f}) | (high << 7);
  flags[high_byte] = (flags[high_byte] & std::byte{0xfe}) | (low >> 7);
}

// do_write_string: length, text.
void swap_string(FieldSwapper& section) { section.take(section.swap<std::uint32_t>()); }

void swap_build_ids(FieldSwapper section) {
  while (section.remaining() >= Record::header_size) {
    section.swap_layout("42");
    auto size = section.swap<std::uint16_t>();
    if (size < Record::header_size) return;
    FieldSwapper(section.take(size - Record::header_size)).swap_layout("4");  // the rest: bytes
  }
}

void swap_event_description(FieldSwapper section) {
  auto count = section.swap<std::uint32_t>();
  auto attribute_size = section.swap<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && section.remaining() > 0; ++i) {
    swap_attributes(section.take(attribute_size));
    auto ids = section.swap<std::uint32_t>();
    swap_string(section);
    for (std::uint32_t j = 0; j < ids && section.remaining() > 0; ++j) {
      section.swap<std::uint64_t>();
    }
  }
}

}  // namespace

// struct perf_event_attr in include/uapi/linux/perf_event.h; all that came after VER7 were words.
void swap_attributes(std::span<std::byte> attributes) {
  FieldSwapper fields(attributes);
  fields.swap_layout("448888");  // type, size, config, period, sample_type, read_format
  auto flags = fields.take(sizeof(std::uint64_t));
  swap_bit_field(flags);
  repair_precise_ip(flags);
  fields.swap_layout("448888");  // wakeup, breakpoint (3), branch_sample_type, sample_regs_user
  fields.swap_layout("448");     // sample_stack_user, clockid, sample_regs_intr
  fields.swap_layout("4224");    // aux_watermark, sample_max_stack, reserved, aux_sample_size
  fields.swap_layout("4*");      // reserved, sig_data, config3 …
}

void swap_feature(std::uint64_t feature, std::span<std::byte> section) {
  FieldSwapper fields(section);
  switch (static_cast<FeatureId>(feature)) {
    case FeatureId::build_id:
      swap_build_ids(fields);
      break;
    case FeatureId::hostname:
    case FeatureId::os_release:
    case FeatureId::version:
    case FeatureId::architecture:
    case FeatureId::cpu_description:
      swap_string(fields);
      break;
    case FeatureId::command_line: {
      auto count = fields.swap<std::uint32_t>();
      for (std::uint32_t i = 0; i < count && fields.remaining() > 0; ++i) swap_string(fields);
      break;
    }
    case FeatureId::event_description:
      swap_event_description(fields);
      break;
    default:
      break;
  }
}

}  // namespace cxprof::perf_data
