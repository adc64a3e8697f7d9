#include "runner/load/complete.h"

#include <linux/perf_event.h>

#include <algorithm>
#include <filesystem>

namespace cxprof::perf_data {
namespace {

void fill(std::string& field, const std::string& value) {
  if (field.empty()) field = value;
}

// What the program itself was called with: everything behind "--". Without it only perf knows where
// its own options end.
std::vector<std::string> program_of(const std::vector<std::string>& perf_command) {
  auto separator = std::ranges::find(perf_command, "--");
  if (separator == perf_command.end()) return {};
  std::vector<std::string> program(std::next(separator), perf_command.end());
  // Our own recordings start the program through a launcher with arguments of its own.
  bool launched =
      !program.empty() && std::filesystem::path(program.front()).filename() == "cxprof-launcher";
  auto after = std::ranges::find(program, "--");
  if (launched && after != program.end()) program.erase(program.begin(), std::next(after));
  return program;
}

std::string call_graph_of(std::uint64_t sample_type) {
  constexpr std::uint64_t user_stack = PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
  if ((sample_type & user_stack) == user_stack) return "dwarf";
  return sample_type & PERF_SAMPLE_CALLCHAIN ? "fp" : "none";
}

}  // namespace

void complete(Recording& recording, const Features& features, const EventTable& events) {
  fill(recording.host.name, features.hostname);
  fill(recording.host.kernel, features.os_release);
  fill(recording.host.machine, features.architecture);
  fill(recording.host.cpu_model, features.cpu_description);
  fill(recording.recorder, "perf");
  fill(recording.recorder_version, features.version);
  if (recording.recorder_command.empty()) recording.recorder_command = features.command_line;
  if (recording.command.arguments.empty()) {
    recording.command.arguments = program_of(features.command_line);
  }

  auto first = std::ranges::find_if(events.events(), asks_for_samples);
  if (first == events.events().end()) return;
  fill(recording.event_requested, to_event(*first).name);
  fill(recording.call_graph, call_graph_of(first->sample_type));
  if (recording.frequency_hz == 0 && first->uses_frequency) {
    recording.frequency_hz = static_cast<unsigned>(first->period_or_frequency);
  }
  if (recording.stack_bytes == 0 && recording.call_graph == "dwarf") {
    recording.stack_bytes = first->stack_bytes;
  }
}

}  // namespace cxprof::perf_data
