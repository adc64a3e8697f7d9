#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "runner/report/name_shortening.h"
#include "runner/report/reporters.h"
#include "runner/report/rows.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

// An instruction and the samples that were taken at it.
struct Instruction {
  AddressId address = 0;
  std::uint64_t samples = 0;
};

const Function& function_at(const SymbolizedProfile& detail, AddressId address) {
  return detail.functions[detail.frames[address].back().function];
}

std::vector<Instruction> sampled_instructions(const Profile& profile) {
  const SymbolizedProfile& detail = profile.detail;
  std::vector<std::uint64_t> samples(detail.addresses.size());
  for (const UnwoundSample& sample : detail.samples) {
    if (sample.stack == empty_stack || sample.event != profile.event_index) continue;
    ++samples[detail.stacks.nodes[sample.stack].address];
  }
  std::vector<Instruction> instructions;
  for (AddressId id = 0; id < samples.size(); ++id) {
    if (samples[id] > 0) instructions.push_back({id, samples[id]});
  }
  std::sort(instructions.begin(), instructions.end(),
            [&](const Instruction& a, const Instruction& b) {
              const Function& fa = function_at(detail, a.address);
              const Function& fb = function_at(detail, b.address);
              return std::tie(b.samples, fa.name, detail.addresses[a.address].address, a.address) <
                     std::tie(a.samples, fb.name, detail.addresses[b.address].address, b.address);
            });
  return instructions;
}

// "render+0x1c"; for code without a name the object and the address in it.
std::string instruction_name(const SymbolizedProfile& detail, AddressId id) {
  const Function& function = function_at(detail, id);
  if (function.source == NameSource::none) {
    return fmt::format("{}+0x{:x}", function.name, detail.addresses[id].address);
  }
  return fmt::format("{}+0x{:x}", function.name, detail.frames[id].back().offset);
}

void write_rows(const Profile& profile, const ReportOptions& options, std::ostream& out) {
  auto row = [&](std::uint64_t samples, const std::string& name, const std::string& suffix) {
    std::string numbers =
        fmt::format("{:6.2f}% {:8}  ", percent_of_profiled(samples, profile.summary), samples);
    std::size_t taken = numbers.size() + display_width(suffix);
    std::size_t columns =
        options.width == 0
            ? 0
            : std::max<std::size_t>(20, options.width - std::min(taken, options.width));
    out << numbers << shortened_name(name, columns) << suffix << "\n";
  };
  std::size_t rows = 0;
  if (options.offsets) {
    auto instructions = sampled_instructions(profile);
    rows = instructions.size();
    for (std::size_t i = 0; i < rows && i < options.top; ++i) {
      const Function& function = function_at(profile.detail, instructions[i].address);
      row(instructions[i].samples, instruction_name(profile.detail, instructions[i].address),
          object_suffix(function.name, profile.detail.modules[function.module].path,
                        profile.target));
    }
  } else {
    rows = profile.rankings.self_time.size();
    for (std::size_t i = 0; i < rows && i < options.top; ++i) {
      const FunctionCost& cost = profile.rankings.self_time[i];
      row(cost.samples, cost.symbol, object_suffix(cost.symbol, cost.module, profile.target));
    }
  }
  if (rows > options.top) out << fmt::format("… {} more rows (--top)\n", rows - options.top);
}

// The file that still holds the recorded code.
std::string file_to_disassemble(const SymbolizedProfile& detail, const Module& module) {
  for (const Snapshot& snapshot : detail.recording.snapshots) {
    bool same = snapshot.build_id.empty() ? snapshot.original == module.path
                                          : snapshot.build_id == module.build_id;
    if (same && !snapshot.copy.empty()) return snapshot.copy.string();
  }
  return module.path;
}

// How to see the hottest code: the function around it, or, where none is known, its neighbourhood.
void write_objdump_hint(const Profile& profile, std::ostream& out) {
  const SymbolizedProfile& detail = profile.detail;
  constexpr std::uint64_t neighbourhood = 64;
  constexpr std::uint64_t longest_instruction = 16;
  auto instructions = sampled_instructions(profile);
  auto hottest =
      std::find_if(instructions.begin(), instructions.end(), [&](const Instruction& instruction) {
        ModuleId module = detail.addresses[instruction.address].module;
        return detail.modules[module].kind == ModuleKind::file;
      });
  if (hottest == instructions.end()) return;
  const FrameAddress& hot = detail.addresses[hottest->address];
  const Function& function = function_at(detail, hottest->address);
  std::uint64_t start = hot.address - std::min(hot.address, neighbourhood);
  std::uint64_t stop = hot.address + neighbourhood;
  if (function.source != NameSource::none) {
    start = hot.address - std::min(hot.address, detail.frames[hottest->address].back().offset);
    stop = hot.address + longest_instruction;
    for (const Instruction& other : instructions) {
      if (&function_at(detail, other.address) != &function) continue;
      stop = std::max(stop, detail.addresses[other.address].address + longest_instruction);
    }
  }
  std::string file = file_to_disassemble(detail, detail.modules[hot.module]);
  out << fmt::format("objdump -d --start-address=0x{:x} --stop-address=0x{:x} {}\n", start, stop,
                     printable(shell_quoted(file)));
}

}  // namespace

void write_top_report(const Profile& profile, const ReportOptions& options, std::ostream& out) {
  std::uint64_t samples = profile.summary.profiled_samples;
  std::uint64_t to_object = samples - profile.data_quality.unknown_object_leaves;
  std::uint64_t to_function = to_object - profile.data_quality.unsymbolized_leaves;
  out << fmt::format(
      "samples: {}\nresolved to object: {}\nresolved to function: {}\nunresolved: {}\n\n", samples,
      to_object, to_function, samples - to_function);
  out << "  self%  samples  symbol\n";
  write_rows(profile, options, out);
  if (options.offsets) write_objdump_hint(profile, out);
}

}  // namespace cxprof
