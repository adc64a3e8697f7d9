#include <fmt/format.h>

#include <ostream>
#include <string>
#include <vector>

#include "runner/report/reporters.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

constexpr std::size_t flush_bytes = 256 * 1024;

// One address as a line. Made once for each distinct address: samples share them.
std::string frame_line(const SymbolizedProfile& detail, AddressId id) {
  const FrameAddress& address = detail.addresses[id];
  const Frame& frame = detail.frames[id].back();
  const Function& function = detail.functions[frame.function];
  std::string object = printable(detail.modules[address.module].path);
  if (function.source == NameSource::none) {
    return fmt::format("\t{:16x} [unknown] ({})\n", address.lookup_address(), object);
  }
  return fmt::format("\t{:16x} {}+0x{:x} ({})\n", address.lookup_address(),
                     printable(function.name), frame.offset, object);
}

std::string header_line(const SymbolizedProfile& detail, const UnwoundSample& sample) {
  // A comm may hold anything, a line break too: one sample is one header line here.
  std::string line = fmt::format(
      "{} {:5}/{:<5} ", printable(detail.thread_names[sample.thread_name]), sample.pid, sample.tid);
  if (sample.cpu >= 0) line += fmt::format("[{:03}] ", sample.cpu);
  if (sample.time_ns > 0) {
    line += fmt::format("{:5}.{:06}: ", sample.time_ns / 1'000'000'000,
                        sample.time_ns % 1'000'000'000 / 1000);
  }
  if (sample.period > 0) line += fmt::format("{:10} ", sample.period);
  return line + printable(detail.events[sample.event].name) + ": \n";
}

}  // namespace

void write_perf_script_report(const Profile& profile, std::ostream& out) {
  const SymbolizedProfile& detail = profile.detail;
  std::vector<std::string> lines(detail.addresses.size());
  std::string block;
  for (const UnwoundSample& sample : detail.samples) {
    block += header_line(detail, sample);
    for (StackId node = sample.stack; node != empty_stack;
         node = detail.stacks.nodes[node].caller) {
      AddressId id = detail.stacks.nodes[node].address;
      if (lines[id].empty()) lines[id] = frame_line(detail, id);
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
