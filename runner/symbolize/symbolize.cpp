#include "runner/symbolize/symbolize.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "runner/elf/module_files.h"
#include "runner/symbolize/defined_functions.h"
#include "runner/symbolize/function_table.h"
#include "runner/symbolize/jit_symbolizer.h"
#include "runner/symbolize/kernel_symbolizer.h"
#include "runner/symbolize/module_symbolizer.h"
#include "runner/symbolize/nameless.h"
#include "runner/symbolize/source_files.h"

namespace cxprof {
namespace {

/// The naming of one profile: the tables that fill, and a symbolizer for each module in use.
class Symbolizer {
 public:
  Symbolizer(const UnwoundProfile& profile, const SymbolizeOptions& options)
      : profile_(profile),
        options_(options),
        modules_(profile.modules.size()),
        kernel_(profile.modules, profile.recording),
        facts_(profile.modules.size()) {}

  std::vector<Frame> frames(const FrameAddress& address, std::uint64_t samples) {
    switch (profile_.modules.at(address.module).kind) {
      case ModuleKind::file:
      case ModuleKind::vdso:
        return file_frames(address, samples);
      case ModuleKind::kernel:
      case ModuleKind::kernel_module:
        return kernel_frames(address);
      case ModuleKind::anonymous:
        return jit_frames(address, samples);
      case ModuleKind::unknown:
        break;
    }
    return {nameless_frame(address.module)};
  }

  /// Opens the program itself even where no sample is in it: its compiler is wanted all the same.
  void look_at_program() {
    const auto& snapshots = profile_.recording.snapshots;
    if (snapshots.empty()) return;
    for (ModuleId module = 0; module < profile_.modules.size(); ++module) {
      const Module& description = profile_.modules[module];
      if (description.kind == ModuleKind::file && description.path == snapshots[0].original) {
        open(module);
      }
    }
  }

  /// Every module of the project is opened for it, where samples are in it or not.
  std::vector<DefinedFunction> defined_functions() {
    std::vector<DefinedFunction> functions;
    if (!options_.defined_functions_below) return functions;
    for (ModuleId module = 0; module < profile_.modules.size(); ++module) {
      if (!is_project_binary(profile_.modules[module], profile_.recording,
                             *options_.defined_functions_below)) {
        continue;
      }
      if (ModuleSymbolizer* symbolizer = open(module)) symbolizer->append_defined(functions);
    }
    auto key = [](const DefinedFunction& function) {
      return std::tie(function.name, function.raw_name, function.ranked_as);
    };
    std::sort(functions.begin(), functions.end(),
              [&](const auto& a, const auto& b) { return key(a) < key(b); });
    functions.erase(std::unique(functions.begin(), functions.end()), functions.end());
    return functions;
  }

  void finish(SymbolizedProfile& result) {
    for (ModuleId module = 0; module < modules_.size(); ++module) {
      if (modules_[module].symbolizer) modules_[module].symbolizer->report(facts_[module]);
      ModuleKind kind = profile_.modules[module].kind;
      if (kind == ModuleKind::kernel || kind == ModuleKind::kernel_module) {
        kernel_.report(facts_[module]);
      }
    }
    jit_.report(result.findings);
    result.module_facts = std::move(facts_);
    result.functions = functions_.take();
    result.source_files = files_.take();
  }

 private:
  struct OpenModule {
    bool tried = false;
    std::unique_ptr<ModuleSymbolizer> symbolizer;  // nullptr: there is no file to read names from
  };

  FunctionId nameless(ModuleId module) {
    return functions_.unnamed(module, nameless_function(profile_.modules[module]));
  }

  Frame nameless_frame(ModuleId module) { return {nameless(module), 0, 0, 0, false}; }

  ModuleSymbolizer* open(ModuleId module) {
    OpenModule& slot = modules_[module];
    if (slot.tried || !profile_.files) return slot.symbolizer.get();
    slot.tried = true;
    const ModuleFile& file = profile_.files->file(module);
    facts_[module].build_id_mismatch = file.build_id_mismatch;
    facts_[module].missing_reason = file.reason;
    if (file.image) {
      slot.symbolizer = std::make_unique<ModuleSymbolizer>(
          module, profile_.modules[module], file, options_.inlined_frames, functions_, files_);
    }
    return slot.symbolizer.get();
  }

  std::vector<Frame> file_frames(const FrameAddress& address, std::uint64_t samples) {
    ModuleSymbolizer* symbolizer = open(address.module);
    if (symbolizer == nullptr) return {nameless_frame(address.module)};
    return symbolizer->frames(address.lookup_address(), samples);
  }

  std::vector<Frame> kernel_frames(const FrameAddress& address) {
    std::uint64_t at = address.lookup_address();
    const KernelSymbols::Symbol* symbol = kernel_.find(at);
    if (symbol == nullptr) return {nameless_frame(address.module)};
    FunctionId function = functions_.named(address.module, symbol->name, NameSource::kernel);
    return {{function, at - symbol->start, 0, 0, false}};
  }

  std::vector<Frame> jit_frames(const FrameAddress& address, std::uint64_t samples) {
    std::uint64_t at = address.lookup_address();
    const PerfMap::Symbol* symbol = jit_.find(address.pid, at, samples);
    if (symbol == nullptr) return {nameless_frame(address.module)};
    FunctionId function = functions_.named(address.module, symbol->name, NameSource::perf_map);
    return {{function, at - symbol->start, 0, 0, false}};
  }

  const UnwoundProfile& profile_;
  SymbolizeOptions options_;
  std::vector<OpenModule> modules_;
  FunctionTable functions_;
  SourceFiles files_;
  KernelSymbolizer kernel_;
  JitSymbolizer jit_;
  std::vector<ModuleFacts> facts_;
};

// Samples whose leaf each address is.
std::vector<std::uint64_t> leaf_samples(const UnwoundProfile& profile) {
  std::vector<std::uint64_t> counts(profile.addresses.size());
  for (const UnwoundSample& sample : profile.samples) {
    if (sample.stack != empty_stack) ++counts.at(profile.stacks.nodes.at(sample.stack).address);
  }
  return counts;
}

}  // namespace

SymbolizedProfile symbolize(UnwoundProfile unwound, const SymbolizeOptions& options) {
  SymbolizedProfile result;
  std::vector<std::uint64_t> samples = leaf_samples(unwound);
  Symbolizer symbolizer(unwound, options);
  result.frames.reserve(unwound.addresses.size());
  for (std::size_t i = 0; i < unwound.addresses.size(); ++i) {
    result.frames.push_back(symbolizer.frames(unwound.addresses[i], samples[i]));
  }
  symbolizer.look_at_program();
  result.defined_functions = symbolizer.defined_functions();
  result.findings = std::move(unwound.findings);
  symbolizer.finish(result);

  result.recording = std::move(unwound.recording);
  result.events = std::move(unwound.events);
  result.modules = std::move(unwound.modules);
  result.thread_names = std::move(unwound.thread_names);
  result.samples = std::move(unwound.samples);
  result.addresses = std::move(unwound.addresses);
  result.stacks = std::move(unwound.stacks);
  result.losses = unwound.losses;
  return result;
}

}  // namespace cxprof
