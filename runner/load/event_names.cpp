#include "runner/load/event_names.h"

#include <fmt/format.h>
#include <linux/perf_event.h>

#include <array>
#include <string_view>

#include "runner/load/event_attributes.h"

namespace cxprof::perf_data {
namespace {

// In the order of enum perf_hw_id and enum perf_sw_ids; perf's names (perf list).
constexpr std::array<std::string_view, 10> hardware_names{"cycles",
                                                          "instructions",
                                                          "cache-references",
                                                          "cache-misses",
                                                          "branches",
                                                          "branch-misses",
                                                          "bus-cycles",
                                                          "stalled-cycles-frontend",
                                                          "stalled-cycles-backend",
                                                          "ref-cycles"};
constexpr std::array<std::string_view, 12> software_names{
    "cpu-clock",        "task-clock",   "page-faults",  "context-switches",
    "cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
    "emulation-faults", "dummy",        "bpf-output",   "cgroup-switches"};

std::string type_name(std::uint32_t type) {
  switch (type) {
    case PERF_TYPE_HARDWARE:
      return "hardware";
    case PERF_TYPE_SOFTWARE:
      return "software";
    case PERF_TYPE_TRACEPOINT:
      return "tracepoint";
    case PERF_TYPE_HW_CACHE:
      return "hw-cache";
    case PERF_TYPE_RAW:
      return "raw";
    case PERF_TYPE_BREAKPOINT:
      return "breakpoint";
    default:
      return fmt::format("pmu-{}", type);
  }
}

std::string base_name(const EventAttributes& attributes) {
  if (attributes.type == PERF_TYPE_HARDWARE && attributes.config < hardware_names.size()) {
    return std::string(hardware_names[attributes.config]);
  }
  if (attributes.type == PERF_TYPE_SOFTWARE && attributes.config < software_names.size()) {
    return std::string(software_names[attributes.config]);
  }
  return fmt::format("{}:{:#x}", type_name(attributes.type), attributes.config);
}

// The modifiers at the end of a name ("cycles:ppp" → "ppp"); empty for "cycles" and
// "sched:sched_switch".
std::string_view modifiers_of(std::string_view name) {
  auto colon = name.rfind(':');
  if (colon == std::string_view::npos) return {};
  std::string_view tail = name.substr(colon + 1);
  bool all_modifiers = tail.find_first_not_of("ukhpPGHSDWebIR") == std::string_view::npos;
  return all_modifiers ? tail : std::string_view{};
}

}  // namespace

std::string event_name(const EventAttributes& attributes) {
  const bool from_file = !attributes.name.empty();
  std::string name = from_file ? attributes.name : base_name(attributes);
  std::string_view present = modifiers_of(name);
  const bool user_only = attributes.excludes_kernel && !attributes.excludes_user;
  const bool kernel_only = attributes.excludes_user && !attributes.excludes_kernel;

  std::string added;
  if (user_only && present.find('u') == std::string_view::npos) added += 'u';
  if (!from_file && kernel_only) added += 'k';
  if (!from_file) added.append(attributes.precise_ip, 'p');
  if (added.empty()) return name;
  return name + (present.empty() ? ":" : "") + added;
}

}  // namespace cxprof::perf_data
