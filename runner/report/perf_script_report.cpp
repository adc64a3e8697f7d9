#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>
#include <ostream>
#include <string>
#include <vector>

#include "runner/report/reporters.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

constexpr std::size_t flush_bytes = 256 * 1024;

// One address as lines, inlined levels first. Made once for each distinct address: samples share
// them.
std::string frame_lines(const SymbolizedProfile& detail, AddressId id) {
  const FrameAddress& address = detail.addresses[id];
  const auto& frames = detail.frames[id];
  std::string lines;
  auto line = std::back_inserter(lines);
  for (std::size_t level = 0; level + 1 < frames.size(); ++level) {
    fmt::format_to(line, "\t{:16x} {} (inlined)\n", address.lookup_address(),
                   printable(detail.functions[frames[level].function].name));
  }
  const Frame& frame = frames.back();
  const Function& function = detail.functions[frame.function];
  std::string object = printable(detail.modules[address.module].path);
  if (object.empty()) object = "[unknown]";
  if (function.source == NameSource::none) {
    fmt::format_to(line, "\t{:16x} [unknown] ({})\n", address.lookup_address(), object);
  } else {
    fmt::format_to(line, "\t{:16x} {}+0x{:x} ({})\n", address.lookup_address(),
                   printable(function.name), frame.offset, object);
  }
  return lines;
}

// A comm may hold anything, a line break too: one sample is one header line here.
std::vector<std::string> printable_all(const std::vector<std::string>& names) {
  std::vector<std::string> texts;
  texts.reserve(names.size());
  for (const std::string& name : names) texts.push_back(printable(name));
  return texts;
}

void append_comment(std::string& block, const char* key, const std::string& value) {
  if (!value.empty()) block += fmt::format("# {} : {}\n", key, printable(value));
}

void append_event(std::string& block, const Event& event) {
  std::string fields = "IP|TID|TIME|PERIOD";
  if (event.has_call_chain) fields += "|CALLCHAIN";
  if (event.has_user_stack) fields += "|REGS_USER|STACK_USER";
  std::uint64_t rate = event.frequency_hz > 0 ? event.frequency_hz : event.period;
  append_comment(block, "event",
                 fmt::format("name = {}, {{ sample_period, sample_freq }} = {}, sample_type = {}{}",
                             event.name, rate, fields, event.frequency_hz > 0 ? ", freq = 1" : ""));
}

// What `perf script --header` prints of a recording, as far as it is known.
std::string comments(const SymbolizedProfile& detail) {
  const Recording& recording = detail.recording;
  std::string block = "# ========\n";
  append_comment(block, "hostname", recording.host.name);
  append_comment(block, "os release", recording.host.kernel);
  append_comment(block, "perf version", recording.recorder_version);
  append_comment(block, "arch", recording.host.machine);
  append_comment(block, "cpudesc", recording.host.cpu_model);
  append_comment(block, "cmdline", fmt::format("{}", fmt::join(recording.recorder_command, " ")));
  for (const Event& event : detail.events) append_event(block, event);
  return block + "# ========\n#\n";
}

void append_header(std::string& block, const std::string& comm, const UnwoundSample& sample,
                   const std::string& event) {
  auto line = std::back_inserter(block);
  fmt::format_to(line, "{} {:5}/{:<5} ", comm, sample.pid, sample.tid);
  if (sample.cpu >= 0) fmt::format_to(line, "[{:03}] ", sample.cpu);
  if (sample.time_ns > 0) {
    fmt::format_to(line, "{:5}.{:06}: ", sample.time_ns / 1'000'000'000,
                   sample.time_ns % 1'000'000'000 / 1000);
  }
  if (sample.period > 0) fmt::format_to(line, "{:10} ", sample.period);
  fmt::format_to(line, "{}: \n", event);
}

}  // namespace

void write_perf_script_report(const Profile& profile, const ReportOptions& options,
                              std::ostream& out) {
  const SymbolizedProfile& detail = profile.detail;
  std::vector<std::string> lines(detail.addresses.size());
  std::vector<std::string> comms = printable_all(detail.thread_names);
  std::vector<std::string> events;
  for (const Event& event : detail.events) events.push_back(printable(event.name));
  std::string block = comments(detail);
  for (const UnwoundSample& sample : detail.samples) {
    if (options.only_event && sample.event != profile.event_index) continue;
    append_header(block, comms[sample.thread_name], sample, events[sample.event]);
    for (StackId node = sample.stack; node != empty_stack;
         node = detail.stacks.nodes[node].caller) {
      AddressId id = detail.stacks.nodes[node].address;
      if (lines[id].empty()) lines[id] = frame_lines(detail, id);
      block += lines[id];
    }
    block += '\n';
    if (block.size() >= flush_bytes) {
      out << block;
      block.clear();
    }
  }
  out << block;
}

}  // namespace cxprof
