#pragma once

#include <cstdint>

#include "runner/load/event_attributes.h"
#include "runner/profile/sample.h"
#include "runner/support/byte_reader.h"

namespace cxprof::perf_data {

/// Decodes the body of a SAMPLE record of an event with these `attributes`. What a sample's place
/// in the recording says (event, address space, thread name) is left for the caller. Throws Error
/// with the offset when the record is shorter than its fields; extra bytes behind them are ignored.
Sample parse_sample(ByteReader body, std::uint16_t misc, const EventAttributes& attributes);

}  // namespace cxprof::perf_data
