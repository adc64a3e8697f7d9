#pragma once

#include <string>

namespace cxprof::perf_data {

struct EventAttributes;

/// perf's name of the event, with modifiers: what the file says where it says something, else from
/// type and config ("cpu-clock", "cycles:u"), else "<type>:<config>". An event that excludes the
/// kernel always carries the modifier u.
std::string event_name(const EventAttributes& attributes);

}  // namespace cxprof::perf_data
