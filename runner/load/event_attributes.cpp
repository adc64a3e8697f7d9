#include "runner/load/event_attributes.h"

#include <linux/perf_event.h>

#include <algorithm>
#include <cstring>

#include "runner/load/event_names.h"

namespace cxprof::perf_data {

EventAttributes parse_event_attributes(ByteReader reader) {
  const std::size_t size = reader.remaining();
  if (size < PERF_ATTR_SIZE_VER0) {
    reader.skip(PERF_ATTR_SIZE_VER0, "an event's attributes");  // throws and says where
  }
  auto bytes = reader.bytes(size, "an event's attributes");
  perf_event_attr attr{};
  std::memcpy(&attr, bytes.data(), std::min(size, sizeof attr));

  EventAttributes result;
  result.type = attr.type;
  result.config = attr.config;
  result.period_or_frequency = attr.sample_period;
  result.sample_type = attr.sample_type;
  result.read_format = attr.read_format;
  result.branch_sample_type = attr.branch_sample_type;
  result.user_registers = attr.sample_regs_user;
  result.interrupt_registers = attr.sample_regs_intr;
  result.stack_bytes = attr.sample_stack_user;
  result.precise_ip = static_cast<unsigned>(attr.precise_ip);
  result.uses_frequency = attr.freq;
  result.excludes_kernel = attr.exclude_kernel;
  result.excludes_user = attr.exclude_user;
  result.sample_id_all = attr.sample_id_all;
  return result;
}

bool asks_for_samples(const EventAttributes& attributes) {
  bool dummy = attributes.type == PERF_TYPE_SOFTWARE && attributes.config == PERF_COUNT_SW_DUMMY;
  return !dummy && attributes.period_or_frequency != 0;
}

Event to_event(const EventAttributes& attributes) {
  Event event;
  event.name = event_name(attributes);
  (attributes.uses_frequency ? event.frequency_hz : event.period) = attributes.period_or_frequency;
  event.counts_time =
      attributes.type == PERF_TYPE_SOFTWARE && (attributes.config == PERF_COUNT_SW_CPU_CLOCK ||
                                                attributes.config == PERF_COUNT_SW_TASK_CLOCK);
  constexpr std::uint64_t user_stack = PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
  event.has_user_stack =
      (attributes.sample_type & user_stack) == user_stack && attributes.stack_bytes != 0;
  event.has_call_chain = (attributes.sample_type & PERF_SAMPLE_CALLCHAIN) != 0;
  return event;
}

}  // namespace cxprof::perf_data
