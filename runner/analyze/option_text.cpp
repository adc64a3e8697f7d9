#include "runner/analyze/option_text.h"

#include <fmt/format.h>

namespace cxprof {

std::string option_text(const Recording& recording, const std::string& name,
                        const std::string& value) {
  std::string words = value.empty() ? name : name + " " + value;
  // perf's own spellings, for whoever recorded with perf itself.
  if (!value.empty() && recording.run_directory.empty() && recording.recorder == "perf") {
    if (name == "stack-size") return fmt::format("perf record --call-graph dwarf,{}", value);
    if (name == "call-graph") return fmt::format("perf record --call-graph {}", value);
    if (name == "frequency") return fmt::format("perf record -F {}", value);
  }
  // A profile of CMake's always says where the project's binaries lie.
  if (recording.code_roots.binaries.empty()) return "--" + words;
  std::string keyword = name == "user-root" || name == "runtime-root" ? name + "s" : name;
  for (char& c : keyword) {
    if (c == '-') c = '_';
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  if (!value.empty()) keyword += " " + value;
  return fmt::format("--{} ({} in CMake)", words, keyword);
}

}  // namespace cxprof
