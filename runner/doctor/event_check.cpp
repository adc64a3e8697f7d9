#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "runner/doctor/checks.h"

namespace cxprof::doctor {

Check event(const Facts& facts) {
  Check check{"event", "event", State::ok, "", "", ""};
  const EventFacts& events = facts.events;
  if (events.cpu_clock_error != 0) {
    check.state = State::missing;
    check.text =
        fmt::format("cpu-clock cannot be opened: {} (why: see permission and filter below)",
                    std::strerror(events.cpu_clock_error));
  } else if (events.cycles_error == 0) {
    check.text = "cpu-clock opens, and so do hardware cycles (--event cycles)";
  } else {
    check.state = State::limited;
    bool absent = events.cycles_error == ENOENT || events.cycles_error == EOPNOTSUPP ||
                  events.cycles_error == ENODEV;
    check.text = absent ? "no hardware counters, as in most virtual machines; cpu-clock is used"
                        : fmt::format("hardware cycles cannot be opened ({}); cpu-clock is used",
                                      std::strerror(events.cycles_error));
  }
  return check;
}

}  // namespace cxprof::doctor
