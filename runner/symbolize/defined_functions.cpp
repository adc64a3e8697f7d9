#include "runner/symbolize/defined_functions.h"

#include <algorithm>
#include <string>

#include "runner/support/text.h"
#include "runner/symbolize/demangle.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;

fs::path resolved(const fs::path& path) {
  std::error_code error;
  fs::path canonical = fs::weakly_canonical(path, error);
  return error ? path.lexically_normal() : canonical;
}

bool lies_below(const fs::path& path, const fs::path& directory) {
  auto [at, unused] = std::mismatch(directory.begin(), directory.end(), path.begin(), path.end());
  // A directory given with a trailing slash ends in an empty component.
  return at == directory.end() || (at->empty() && std::next(at) == directory.end());
}

DefinedFunction from_debug_info(DebugInfo& debug_info, const dwarf::Die& subprogram) {
  dwarf::Die abstract = dwarf::abstract_instance(subprogram);
  std::string_view linkage = dwarf::linkage_name(abstract);
  DefinedFunction function;
  function.name =
      linkage.empty() ? valid_utf8(debug_info.qualified_name(abstract)) : display_name(linkage);
  function.raw_name = valid_utf8(linkage);
  function.ranked_as = function.name;
  return function;
}

}  // namespace

bool is_project_binary(const Module& module, const Recording& recording,
                       const std::vector<fs::path>& directories) {
  if (module.kind != ModuleKind::file) return false;
  for (const Snapshot& snapshot : recording.snapshots) {
    if (module.path == snapshot.original) return true;
  }
  const Command& command = recording.command;
  if (!command.arguments.empty() &&
      module.path == resolved(command.working_directory / command.arguments[0])) {
    return true;
  }
  return std::any_of(directories.begin(), directories.end(), [&](const fs::path& directory) {
    return !directory.empty() && lies_below(module.path, resolved(directory));
  });
}

void append_defined_functions(const SymbolTable& symbols, DebugInfo* debug_info,
                              std::vector<DefinedFunction>& functions) {
  for (const auto& [name, address] : symbols.names()) {
    const Symbol* symbol = symbols.find(address);
    if (symbol == nullptr || symbol->source == NameSource::plt) continue;
    DefinedFunction function{display_name(name), valid_utf8(name), {}};
    function.ranked_as = symbol->name == name ? function.name : display_name(symbol->name);
    functions.push_back(std::move(function));
  }
  if (symbols.has_symtab() || debug_info == nullptr) return;
  for (const dwarf::Die& subprogram : debug_info->out_of_line_functions()) {
    DefinedFunction function = from_debug_info(*debug_info, subprogram);
    if (!function.name.empty()) functions.push_back(std::move(function));
  }
}

}  // namespace cxprof
