#include "runner/analyze/program_module.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace cxprof {
namespace {

namespace fs = std::filesystem;

template <typename Matches>
ModuleId find_file(const std::vector<Module>& modules, Matches matches) {
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (modules[i].kind == ModuleKind::file && matches(modules[i])) {
      return static_cast<ModuleId>(i);
    }
  }
  return unknown_module;
}

std::string_view without_deleted(std::string_view path) {
  constexpr std::string_view mark = " (deleted)";
  if (path.ends_with(mark)) path.remove_suffix(mark.size());
  return path;
}

ModuleId from_snapshot(const SymbolizedProfile& symbolized) {
  if (symbolized.recording.snapshots.empty()) return unknown_module;
  const Snapshot& program = symbolized.recording.snapshots.front();
  ModuleId same_path = find_file(symbolized.modules, [&](const Module& module) {
    return without_deleted(module.path) == program.original.native();
  });
  if (same_path != unknown_module || program.build_id.empty()) return same_path;
  return find_file(symbolized.modules,
                   [&](const Module& module) { return module.build_id == program.build_id; });
}

ModuleId from_command(const SymbolizedProfile& symbolized) {
  const Command& command = symbolized.recording.command;
  if (command.arguments.empty() || command.arguments.front().empty()) return unknown_module;
  fs::path typed = command.arguments.front();
  if (typed.has_parent_path()) {
    fs::path absolute = (command.working_directory / typed).lexically_normal();
    ModuleId exact = find_file(symbolized.modules, [&](const Module& module) {
      return without_deleted(module.path) == absolute.native();
    });
    if (exact != unknown_module) return exact;
  }
  return find_file(symbolized.modules, [&](const Module& module) {
    return fs::path(without_deleted(module.path)).filename() == typed.filename();
  });
}

ModuleId from_stacks(const SymbolizedProfile& symbolized) {
  ModuleId with_main = unknown_module;
  for (const Function& function : symbolized.functions) {
    if (symbolized.modules[function.module].kind != ModuleKind::file) continue;
    if (function.raw_name == "main") return function.module;
    bool library = symbolized.modules[function.module].path.find(".so") != std::string::npos;
    if (function.raw_name == "_start" && !library) with_main = function.module;
  }
  return with_main;
}

}  // namespace

ModuleId program_module(const SymbolizedProfile& symbolized) {
  for (auto* find : {from_snapshot, from_command, from_stacks}) {
    if (ModuleId module = find(symbolized); module != unknown_module) return module;
  }
  return unknown_module;
}

}  // namespace cxprof
