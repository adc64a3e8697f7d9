#include "runner/analyze/event_choice.h"

#include <algorithm>
#include <cmath>

#include "runner/support/error.h"

namespace cxprof {
namespace {

std::string without_modifiers(const std::string& event) { return event.substr(0, event.find(':')); }

std::string names_of(const std::vector<Event>& events) {
  std::string names;
  for (const Event& event : events) {
    if (!names.empty()) names += ", ";
    names += event.name;
  }
  return names;
}

std::size_t index_of(const std::vector<Event>& events, const std::string& name) {
  auto found = std::find_if(events.begin(), events.end(),
                            [&](const Event& event) { return event.name == name; });
  if (found == events.end()) {
    found = std::find_if(events.begin(), events.end(),
                         [&](const Event& event) { return without_modifiers(event.name) == name; });
  }
  if (found == events.end()) {
    fail("the recording has no event {}; choose one of those that were recorded: {}", name,
         names_of(events));
  }
  return static_cast<std::size_t>(found - events.begin());
}

}  // namespace

double EventChoice::sample_weight_ms() const {
  if (!event.counts_time) return 0;
  if (event.frequency_hz > 0) return 1000.0 / static_cast<double>(event.frequency_hz);
  return static_cast<double>(event.period) / 1e6;
}

Cost EventChoice::cost(const UnwoundSample& sample) const {
  if (!event.counts_time) return {1, 0};
  if (sample.period > 0) return {1, sample.period};
  return {1, static_cast<std::uint64_t>(std::llround(sample_weight_ms() * 1e6))};
}

EventChoice choose_event(const SymbolizedProfile& symbolized, const std::string& name) {
  EventChoice choice;
  const std::vector<Event>& events = symbolized.events;
  choice.samples_per_event.resize(events.size());
  for (const UnwoundSample& sample : symbolized.samples) ++choice.samples_per_event[sample.event];
  if (events.empty()) {
    const std::string& requested = symbolized.recording.event_requested;
    choice.event.name = !name.empty() ? name : !requested.empty() ? requested : "unknown";
    choice.event.frequency_hz = symbolized.recording.frequency_hz;
    return choice;
  }
  std::size_t index = 0;
  if (!name.empty()) {
    index = index_of(events, name);
  } else {
    const auto& counts = choice.samples_per_event;
    auto sampled = std::find_if(counts.begin(), counts.end(), [](auto count) { return count > 0; });
    if (sampled != counts.end()) index = static_cast<std::size_t>(sampled - counts.begin());
  }
  choice.index = static_cast<std::uint32_t>(index);
  choice.event = events[index];
  return choice;
}

}  // namespace cxprof
