#include "runner/symbolize/inlined_names.h"

#include <dwarf.h>

#include <string>
#include <utility>

#include "runner/support/text.h"
#include "runner/symbolize/demangle.h"

namespace cxprof {
namespace {

// GCC's DWARF names constructors and destructors of both kinds "C4", "D4"; the symbol table has
// those of complete objects (1) and of base objects (2), usually at one address.
std::string with_structor_kind(std::string_view linkage, char kind) {
  std::string name(linkage);
  for (const char* unified : {"C4E", "D4E"}) {
    std::size_t at = name.find(unified);
    if (at != std::string::npos) name[at + 1] = kind;
  }
  return name;
}

}  // namespace

InlinedNames::InlinedNames(ModuleId module, const SymbolTable& symbols, DebugInfo& debug_info,
                           FunctionTable& functions, const SourceFiles& files)
    : module_(module),
      symbols_(symbols),
      debug_info_(debug_info),
      functions_(functions),
      files_(files) {}

FunctionId InlinedNames::function_of(const dwarf::Die& die) {
  dwarf::Die abstract = dwarf::abstract_instance(die);
  if (auto found = known_.find(abstract.at); found != known_.end()) return found->second;
  FunctionId function = identify(abstract, *die.unit);
  SourcePosition declared = debug_info_.declaration(abstract);
  functions_.declare(function, files_.path(declared.file), declared.line);
  known_[abstract.at] = function;
  return function;
}

FunctionId InlinedNames::identify(const dwarf::Die& abstract, dwarf::Unit& user) {
  if (const Symbol* symbol = find_symbol(abstract, user)) {
    return functions_.named(module_, symbol->name, symbol->source);
  }
  if (std::string_view linkage = dwarf::linkage_name(abstract); !linkage.empty()) {
    return functions_.named(module_, linkage, NameSource::debug_info);
  }
  std::string name = valid_utf8(debug_info_.qualified_name(abstract));
  if (name.empty()) name = "(anonymous function)";
  return functions_.shown_as(module_, name, NameSource::debug_info, name);
}

const Symbol* InlinedNames::find_symbol(const dwarf::Die& abstract, dwarf::Unit& user) {
  const Symbol* clone = nullptr;
  for (std::uint64_t start : debug_info_.out_of_line_copies(abstract, user)) {
    const Symbol* symbol = symbols_.find(start);
    if (symbol == nullptr || symbol->start != start) continue;
    if (without_clone_suffix(symbol->name) == symbol->name) return symbol;
    if (clone == nullptr) clone = symbol;
  }
  if (clone != nullptr) return clone;
  std::string_view linkage = dwarf::linkage_name(abstract);
  if (linkage.empty()) {
    if (!dwarf::inherited_attribute(abstract, DW_AT_external).value) return nullptr;
    std::string name = debug_info_.qualified_name(abstract);
    return name.find("::") == std::string::npos ? symbols_.find_name(name) : nullptr;
  }
  if (const Symbol* symbol = symbols_.find_name(linkage)) return symbol;
  for (char kind : {'2', '1'}) {
    std::string name = with_structor_kind(linkage, kind);
    if (name == linkage) break;
    if (const Symbol* symbol = symbols_.find_name(name)) return symbol;
  }
  return nullptr;
}

}  // namespace cxprof
