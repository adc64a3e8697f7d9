#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "runner/analyze/findings.h"
#include "runner/analyze/option_text.h"

namespace cxprof {
namespace {

Severity by_share(std::uint64_t part, std::uint64_t whole) {
  return part * 100 >= whole ? Severity::warning : Severity::note;
}

std::string larger_stack_advice(const Recording& recording, std::uint32_t copied) {
  for (std::uint32_t size : {16384U, 32768U, 65528U}) {
    if (copied < size) {
      return fmt::format("Copy more of each stack: {}.",
                         option_text(recording, "stack-size", std::to_string(size)));
    }
  }
  return "Larger copies are not possible; read inclusive times as lower bounds.";
}

void truncated_stacks(const Evidence& evidence, Findings& findings) {
  std::uint64_t truncated = evidence.profile.data_quality.truncated_stacks;
  if (truncated == 0) return;
  std::uint64_t profiled = evidence.profile.summary.profiled_samples;
  std::uint32_t bytes = evidence.symbolized.recording.stack_bytes;
  std::string copied = bytes > 0 ? fmt::format("only {} bytes of each stack were", bytes)
                                 : std::string("too little of each stack was");
  findings.push_back(
      {by_share(truncated, profiled), "truncated-stacks",
       fmt::format("{} of {} ({}) end early because {} copied: their outer callers are missing.",
                   truncated, counted(profiled, "call stack"), percent_text(truncated, profiled),
                   copied),
       larger_stack_advice(evidence.symbolized.recording, bytes)});
}

// The module of each stack's outermost frame, by node.
std::vector<ModuleId> outermost_modules(const SymbolizedProfile& symbolized) {
  const auto& nodes = symbolized.stacks.nodes;
  std::vector<ModuleId> modules(nodes.size(), unknown_module);
  for (StackId id = 1; id < nodes.size(); ++id) {  // callers have smaller ids
    modules[id] = nodes[id].caller == empty_stack ? symbolized.addresses[nodes[id].address].module
                                                  : modules[nodes[id].caller];
  }
  return modules;
}

// Stacks that stop in a file which is not there to be read: not the code's fault. By module.
std::map<ModuleId, std::uint64_t> stacks_into_missing_files(const Evidence& evidence) {
  const SymbolizedProfile& symbolized = evidence.symbolized;
  std::vector<ModuleId> outermost = outermost_modules(symbolized);
  std::map<ModuleId, std::uint64_t> stacks;
  for (const UnwoundSample& sample : symbolized.samples) {
    if (sample.event != evidence.event.index || sample.end != StackEnd::no_unwind_info) continue;
    ModuleId module = outermost[sample.stack];
    if (symbolized.modules[module].kind == ModuleKind::file &&
        !symbolized.module_facts[module].file_found) {
      ++stacks[module];
    }
  }
  return stacks;
}

void missing_files(const Evidence& evidence, std::uint64_t& explained, Findings& findings) {
  std::uint64_t profiled = evidence.profile.summary.profiled_samples;
  for (const auto& [id, stacks] : stacks_into_missing_files(evidence)) {
    explained += stacks;
    const ModuleFacts& facts = evidence.symbolized.module_facts[id];
    if (stacks * 100 < profiled) continue;
    findings.push_back(
        {by_share(stacks, profiled), "file-missing",
         fmt::format("{} of {} ({}) stop in {}, which cannot be read ({}): their callers are "
                     "unknown.",
                     stacks, counted(profiled, "call stack"), percent_text(stacks, profiled),
                     evidence.symbolized.modules[id].path,
                     facts.missing_reason.empty() ? "its file is not there" : facts.missing_reason),
         "Put the recorded file back where it was; perf record without -N keeps a copy of it."});
  }
}

void no_unwind_info(const Evidence& evidence, Findings& findings) {
  DataQuality quality = evidence.profile.data_quality;
  if (quality.no_unwind_info_stacks > 0) {
    std::uint64_t explained = 0;
    missing_files(evidence, explained, findings);
    quality.no_unwind_info_stacks -= std::min(explained, quality.no_unwind_info_stacks);
  }
  std::uint64_t stacks = quality.no_unwind_info_stacks + quality.unreadable_stacks;
  std::uint64_t profiled = evidence.profile.summary.profiled_samples;
  // A stack here and there (program start, hand-written code) is counted and no reason to worry.
  if (stacks * 100 < profiled || stacks == 0) return;
  std::string text =
      quality.no_unwind_info_stacks > 0
          ? fmt::format("{} of {} ({}) stop at code without call frame information",
                        quality.no_unwind_info_stacks, counted(profiled, "call stack"),
                        percent_text(quality.no_unwind_info_stacks, profiled))
          : std::string();
  if (quality.unreadable_stacks > 0) {
    text += fmt::format("{}{} of {} ({}) lead to addresses that hold no stack",
                        text.empty() ? "" : ", ", quality.unreadable_stacks,
                        counted(profiled, "call stack"),
                        percent_text(quality.unreadable_stacks, profiled));
  }
  findings.push_back(
      {by_share(stacks, profiled), "no-unwind-info", text + ": their callers are unknown.",
       "Link with --eh-frame-hdr (static programs), compile with -fasynchronous-unwind-tables."});
}

void depth_limit(const Evidence& evidence, Findings& findings) {
  std::uint64_t limited = evidence.profile.data_quality.depth_limited_stacks;
  if (limited == 0) return;
  std::uint64_t profiled = evidence.profile.summary.profiled_samples;
  findings.push_back(
      {by_share(limited, profiled), "depth-limit",
       fmt::format("{} of {} ({}) are deeper than the limit: the inclusive time of outer functions "
                   "is a lower bound.",
                   limited, counted(profiled, "call stack"), percent_text(limited, profiled)),
       evidence.symbolized.recording.call_graph == "fp"
           ? "Raise the kernel's limit: sysctl kernel.perf_event_max_stack=1024."
           : ""});
}

void unknown_callers(const Evidence& evidence, Findings& findings) {
  const Profile& profile = evidence.profile;
  std::uint64_t profiled = profile.summary.profiled_samples;
  const Recording& recording = evidence.symbolized.recording;
  std::string advice =
      fmt::format("Record with {}.", option_text(recording, "call-graph", "dwarf"));
  if (!profile.rankings.callers_available) {
    std::uint64_t unknown = profile.data_quality.user_frame_unknown;
    std::string text = "No call stacks were recorded";
    const Event& event = evidence.event.event;
    if (recording.call_graph == "dwarf" && !event.has_user_stack) {
      text += " although they were asked for (fields user_regs and user_stack are missing)";
      advice = "Record with another perf, or see `cxprof doctor`.";
    } else if (recording.call_graph == "fp" && !event.has_call_chain) {
      text += " although they were asked for (field callchain is missing)";
    }
    text += ": inclusive time is not available";
    if (unknown > 0) {
      text += fmt::format(", and {} ({}) in runtime code have no known user function",
                          counted(unknown, "sample"), percent_text(unknown, profiled));
    }
    findings.push_back({Severity::note, "no-call-graph", text + ".", advice});
  } else if (evidence.tally.caller_doubtful > 0) {
    std::uint64_t doubtful = evidence.tally.caller_doubtful;
    findings.push_back(
        {Severity::warning, "caller-unknown",
         fmt::format("{} of {} ({}) end in runtime code whose caller frame pointers do not tell: "
                     "they are in no user function's time.",
                     doubtful, counted(profiled, "sample"), percent_text(doubtful, profiled)),
         advice});
  }
}

}  // namespace

void add_stack_findings(const Evidence& evidence, Findings& findings) {
  if (evidence.profile.summary.profiled_samples == 0) return;
  truncated_stacks(evidence, findings);
  no_unwind_info(evidence, findings);
  depth_limit(evidence, findings);
  unknown_callers(evidence, findings);
}

}  // namespace cxprof
