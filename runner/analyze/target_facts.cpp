#include "runner/analyze/target_facts.h"

#include <algorithm>

namespace cxprof {
namespace {

// GCC's producer is "GNU C++17 12.2.0 -mtune=generic … -O2 -g": language, version, flags. "GNU AS"
// (assembler) stands without flags.
bool holds_gcc_flags(std::string_view producer) {
  return producer.starts_with("GNU ") && !producer.starts_with("GNU AS");
}

}  // namespace

std::string optimization_level(std::string_view producer) {
  std::string level = holds_gcc_flags(producer) ? "-O0" : "";
  std::string_view rest = producer;
  while (!rest.empty()) {
    std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    if (word.starts_with("-O")) level = word == "-O" ? "-O1" : std::string(word);
  }
  return level;
}

Target target_facts(const SymbolizedProfile& symbolized, ModuleId program) {
  const Recording& recording = symbolized.recording;
  Target target;
  target.module = program;
  if (program != unknown_module) {
    const Module& module = symbolized.modules[program];
    target.executable = module.path;
    target.build_id = module.build_id;
    if (program < symbolized.module_facts.size()) {
      const ModuleFacts& facts = symbolized.module_facts[program];
      target.producer = facts.producer;
      target.optimization = optimization_level(facts.producer);
      target.has_symbols = facts.has_symbols;
      target.has_line_info = facts.has_line_info;
    }
  } else if (!recording.snapshots.empty()) {
    target.executable = recording.snapshots.front().original.string();
    target.build_id = recording.snapshots.front().build_id;
  } else if (!recording.command.arguments.empty()) {
    target.executable = recording.command.arguments.front();
  }
  return target;
}

}  // namespace cxprof
