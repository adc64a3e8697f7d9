#pragma once

#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "runner/analyze/analyze.h"
#include "runner/perf_script/text_reader.h"
#include "runner/report/report.h"

namespace cxprof {

/// The profile in `text`, as from a file "text".
inline SymbolizedProfile read_text(std::string_view text) {
  perf_script::TextReader reader;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    reader.read(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return reader.finish("text", {});
}

/// Names of a sample's frames, leaf first, inlined ones in brackets: "[inner]".
inline std::vector<std::string> frames_of(const SymbolizedProfile& profile, std::size_t sample) {
  std::vector<std::string> names;
  for (StackId node = profile.samples.at(sample).stack; node != empty_stack;
       node = profile.stacks.nodes[node].caller) {
    for (const Frame& frame : profile.frames.at(profile.stacks.nodes[node].address)) {
      const std::string& name = profile.functions.at(frame.function).name;
      names.push_back(frame.inlined ? "[" + name + "]" : name);
    }
  }
  return names;
}

inline const std::string& comm_of(const SymbolizedProfile& profile, std::size_t sample) {
  return profile.thread_names.at(profile.samples.at(sample).thread_name);
}

inline const Module& leaf_module(const SymbolizedProfile& profile, std::size_t sample) {
  StackId stack = profile.samples.at(sample).stack;
  return profile.modules.at(profile.addresses.at(profile.stacks.nodes.at(stack).address).module);
}

inline std::string report_text(SymbolizedProfile profile, ReportFormat format,
                               const ReportOptions& options = {}) {
  std::ostringstream out;
  write_report(analyze(std::move(profile), {}), format, options, out);
  return out.str();
}

}  // namespace cxprof
