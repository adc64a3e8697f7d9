#include "runner/symbolize/module_symbolizer.h"

#include "runner/symbolize/nameless.h"
#include "runner/symbolize/system_modules.h"

namespace cxprof {
namespace {

bool has_debug_sections(const ElfFile& file) {
  return file.has_section(".debug_info") || file.has_section(".zdebug_info");
}

// Where the files that debug information leads to may lie: with the file that refers to them, or
// where the module was when it was recorded.
dwarf::Places places_of(const Module& description, const ModuleFile& file,
                        const ElfFile& with_debug_info) {
  dwarf::Places places;
  places.package_of = {description.path, file.image->path(), with_debug_info.path()};
  for (const auto& path : places.package_of) places.homes.push_back(path.parent_path());
  return places;
}

}  // namespace

ModuleSymbolizer::ModuleSymbolizer(ModuleId module, const Module& description,
                                   const ModuleFile& file, bool inlined_frames,
                                   FunctionTable& functions, SourceFiles& files)
    : module_(module),
      description_(description),
      inlined_frames_(inlined_frames),
      functions_(functions),
      files_(files),
      symbols_(file) {
  const std::shared_ptr<ElfFile>& with_debug_info =
      has_debug_sections(*file.image) ? file.image : file.debug;
  has_debug_info_ = with_debug_info && has_debug_sections(*with_debug_info);
  if (!has_debug_info_ || is_system_library(description_.path)) return;
  debug_info_ =
      std::make_unique<DebugInfo>(with_debug_info, places_of(description_, file, *with_debug_info),
                                  read_code_sections(*file.image), files);
  inlined_names_ = std::make_unique<InlinedNames>(module, symbols_, *debug_info_, functions, files);
}

FunctionId ModuleSymbolizer::physical_function(const Symbol* symbol,
                                               UnitIndex::Subprogram* subprogram) {
  if (symbol == nullptr) {
    // Debug information that covers an address is no guess: local symbols may have been stripped.
    return subprogram == nullptr ? functions_.unnamed(module_, nameless_function(description_))
                                 : inlined_names_->function_of(subprogram->die);
  }
  auto [at, inserted] = function_of_symbol_.try_emplace(symbol, FunctionId{0});
  if (inserted) at->second = functions_.named(module_, symbol->name, symbol->source);
  if (subprogram != nullptr && functions_[at->second].declaration_file.empty()) {
    SourcePosition declared = debug_info_->declaration(subprogram->die);
    functions_.declare(at->second, files_.path(declared.file), declared.line);
  }
  return at->second;
}

std::vector<Frame> ModuleSymbolizer::frames(std::uint64_t address, std::uint64_t samples) {
  const Symbol* symbol = symbols_.find(address);
  DebugInfo::Unit* unit = debug_info_ ? debug_info_->unit_at(address) : nullptr;
  UnitIndex::Subprogram* subprogram = nullptr;
  SourcePosition position;  // of the level under way, from the innermost outwards
  std::vector<Frame> frames;
  std::uint64_t offset = symbol == nullptr ? 0 : address - symbol->start;
  if (unit != nullptr) {
    unit->hits += samples;
    subprogram = debug_info_->subprogram_at(*unit, address);
    position = debug_info_->line_at(*unit, address);
    if (subprogram != nullptr && inlined_frames_) {
      InlineTree& calls = DebugInfo::inlined_calls(*subprogram);
      for (auto at = calls.innermost(address); at != InlineTree::no_parent;) {
        InlineTree::Node& node = calls.node(at);
        if (!node.call) {
          node.call = {inlined_names_->function_of(node.die), debug_info_->call_site(node.die)};
        }
        frames.push_back({node.call->function, offset, position.file, position.line, true});
        position = node.call->site;
        at = node.parent;
      }
    }
  }
  FunctionId physical = physical_function(symbol, subprogram);
  if (!inlined_frames_ && files_.path(position.file) != functions_[physical].declaration_file) {
    position = {};  // The line of some inlined function: not where this function's code is.
  }
  frames.push_back({physical, offset, position.file, position.line, false});
  return frames;
}

void ModuleSymbolizer::report(ModuleFacts& facts) {
  facts.file_found = true;
  facts.has_symbols = symbols_.has_symtab();
  facts.has_line_info = has_debug_info_;
  // The kernel never puts more than .dynsym into the vdso: nothing is missing there.
  if (description_.kind == ModuleKind::file) {
    facts.missing_reason = missing_symbols_reason(description_.path, facts.has_symbols);
  }
  if (!debug_info_) return;
  facts.producer = debug_info_->producer();
  if (facts.missing_reason.empty()) facts.missing_reason = debug_info_->missing_reason();
}

}  // namespace cxprof
