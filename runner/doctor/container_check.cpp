#include <fmt/format.h>

#include "runner/doctor/checks.h"

namespace cxprof::doctor {

Check container(const Facts& facts) {
  Check check{"container", "container", State::ok, "none seen", "", ""};
  if (facts.container.kind.empty()) return check;
  check.text = fmt::format("{} ({})", facts.container.kind, facts.container.evidence);
  if (facts.events.cpu_clock_error == 0) {
    check.text += "; it permits recording";
  } else {
    check.state = State::limited;
    check.text +=
        "; its own rules and the host's perf_event_paranoid both have to permit recording";
  }
  return check;
}

}  // namespace cxprof::doctor
