#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runner/profile/event.h"
#include "runner/support/byte_reader.h"

namespace cxprof::perf_data {

/// What a perf_event_attr says that a reader needs. Source: include/uapi/linux/perf_event.h.
struct EventAttributes {
  std::uint32_t type = 0;                 ///< PERF_TYPE_*
  std::uint64_t config = 0;               ///< Which event of the type.
  std::uint64_t period_or_frequency = 0;  ///< Hz with uses_frequency, else event units.
  std::uint64_t sample_type = 0;          ///< PERF_SAMPLE_* bits: the fields of a sample record.
  std::uint64_t read_format = 0;          ///< PERF_FORMAT_* bits: the parts of a READ field.
  std::uint64_t branch_sample_type = 0;   ///< PERF_SAMPLE_BRANCH_* bits.
  std::uint64_t user_registers = 0;       ///< Mask of the registers in REGS_USER.
  std::uint64_t interrupt_registers = 0;  ///< Mask of the registers in REGS_INTR.
  std::uint32_t stack_bytes = 0;          ///< Asked for in STACK_USER.
  unsigned precise_ip = 0;                ///< 0..3, perf's modifier p, pp, ppp.
  bool uses_frequency = false;
  bool excludes_kernel = false;
  bool excludes_user = false;
  bool sample_id_all = false;  ///< Every kernel record ends in a sample_id.

  std::vector<std::uint64_t> ids;  ///< Of the event's counters, one a CPU or thread. May be empty.
  std::string name;                ///< As perf wrote it. Empty: not in the file.
};

/// Reads one perf_event_attr of whatever size the recording perf knew: fields that it lacks are 0,
/// fields that we do not know are left alone. All of `reader` is the attribute.
EventAttributes parse_event_attributes(ByteReader reader);

/// True for an event that asks for samples; false for the dummy and counting-only events that perf
/// adds for side-band records.
bool asks_for_samples(const EventAttributes& attributes);

/// The event as later stages see it, named as perf names it.
Event to_event(const EventAttributes& attributes);

}  // namespace cxprof::perf_data
