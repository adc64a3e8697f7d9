#include "runner/symbolize/naming_job.h"

#include <algorithm>
#include <map>
#include <utility>

#include "runner/symbolize/defined_functions.h"
#include "runner/symbolize/function_table.h"
#include "runner/symbolize/jit_symbolizer.h"
#include "runner/symbolize/kernel_symbolizer.h"
#include "runner/symbolize/module_symbolizer.h"
#include "runner/symbolize/nameless.h"
#include "runner/symbolize/source_files.h"

namespace cxprof {
namespace {

using Kind = NamingJob::Kind;

Kind kind_of(ModuleKind kind) {
  switch (kind) {
    case ModuleKind::file:
    case ModuleKind::vdso:
      return Kind::file;
    case ModuleKind::kernel:
    case ModuleKind::kernel_module:
      return Kind::kernel;
    case ModuleKind::anonymous:
      return Kind::made_at_run_time;
    case ModuleKind::unknown:
      break;
  }
  return Kind::unknown;
}

bool is_program(const Module& module, const Recording& recording) {
  return module.kind == ModuleKind::file && !recording.snapshots.empty() &&
         module.path == recording.snapshots[0].original;
}

bool wants_defined_functions(const Module& module, const Recording& recording,
                             const SymbolizeOptions& options) {
  return options.defined_functions_below &&
         is_project_binary(module, recording, *options.defined_functions_below);
}

/// The naming under way: the tables that fill.
class Naming {
 public:
  Naming(const NamingInput& input, NamingJob job) : input_(input), job_(std::move(job)) {}

  NamedPart run(std::vector<ModuleFacts>& facts) {
    switch (job_.kind) {
      case Kind::file:
        name_file(facts[job_.module]);
        break;
      case Kind::kernel:
        name_kernel(facts);
        break;
      case Kind::made_at_run_time:
        name_made_at_run_time();
        break;
      case Kind::unknown:
        for (AddressId id : job_.addresses) add(nameless(address(id)));
        break;
    }
    part_.addresses = std::move(job_.addresses);
    part_.functions = functions_.take();
    part_.source_files = files_.take();
    return std::move(part_);
  }

 private:
  [[nodiscard]] const FrameAddress& address(AddressId id) const {
    return input_.profile.addresses[id];
  }
  [[nodiscard]] const Module& module(ModuleId id) const { return input_.profile.modules[id]; }

  void add(Frame frame) { part_.frames.push_back({frame}); }

  Frame nameless(const FrameAddress& at) {
    return {functions_.unnamed(at.module, nameless_function(module(at.module))), 0, 0, 0, false};
  }

  void name_file(ModuleFacts& facts) {
    if (!input_.profile.files) {
      for (AddressId id : job_.addresses) add(nameless(address(id)));
      return;
    }
    const ModuleFile& file = input_.profile.files->file(job_.module);
    facts.build_id_mismatch = file.build_id_mismatch;
    facts.missing_reason = file.reason;
    if (!file.image) {
      for (AddressId id : job_.addresses) add(nameless(address(id)));
      return;
    }
    ModuleSymbolizer symbolizer(job_.module, module(job_.module), file,
                                input_.options.inlined_frames, functions_, files_);
    for (AddressId id : job_.addresses) {
      part_.frames.push_back(
          symbolizer.frames(address(id).lookup_address(), input_.leaf_samples[id]));
    }
    if (job_.defined_functions) symbolizer.append_defined(part_.defined_functions);
    symbolizer.report(facts);
  }

  void name_kernel(std::vector<ModuleFacts>& facts) {
    KernelSymbolizer kernel(input_.profile.modules, input_.profile.recording);
    for (AddressId id : job_.addresses) {
      const FrameAddress& at = address(id);
      const auto* symbol = kernel.find(at.lookup_address());
      if (symbol == nullptr) {
        add(nameless(at));
        continue;
      }
      FunctionId function = functions_.named(at.module, symbol->name, NameSource::kernel);
      add({function, at.lookup_address() - symbol->start, 0, 0, false});
    }
    for (ModuleId id = 0; id < facts.size(); ++id) {
      if (kind_of(module(id).kind) == Kind::kernel) kernel.report(facts[id]);
    }
  }

  void name_made_at_run_time() {
    JitSymbolizer jit;
    for (AddressId id : job_.addresses) {
      const FrameAddress& at = address(id);
      const auto* symbol = jit.find(at.pid, at.lookup_address(), input_.leaf_samples[id]);
      if (symbol == nullptr) {
        add(nameless(at));
        continue;
      }
      FunctionId function = functions_.named(at.module, symbol->name, NameSource::perf_map);
      add({function, at.lookup_address() - symbol->start, 0, 0, false});
    }
    jit.report(part_.findings);
  }

  const NamingInput& input_;
  NamingJob job_;
  FunctionTable functions_;
  SourceFiles files_;
  NamedPart part_;
};

}  // namespace

std::vector<NamingJob> naming_jobs(const UnwoundProfile& profile, const SymbolizeOptions& options) {
  std::map<std::pair<Kind, ModuleId>, NamingJob> jobs;
  auto job_of = [&](ModuleId module) -> NamingJob& {
    Kind kind = kind_of(profile.modules[module].kind);
    ModuleId of_job = kind == Kind::file ? module : unknown_module;
    NamingJob& job = jobs[{kind, of_job}];
    job.kind = kind;
    job.module = of_job;
    return job;
  };
  for (AddressId id = 0; id < profile.addresses.size(); ++id) {
    job_of(profile.addresses[id].module).addresses.push_back(id);
  }
  for (ModuleId module = 0; module < profile.modules.size(); ++module) {
    const Module& description = profile.modules[module];
    bool defines = wants_defined_functions(description, profile.recording, options);
    bool is_kernel = kind_of(description.kind) == Kind::kernel;
    if (!defines && !is_kernel && !is_program(description, profile.recording)) continue;
    job_of(module).defined_functions |= defines;
  }
  std::vector<NamingJob> ordered;
  for (auto& [key, job] : jobs) ordered.push_back(std::move(job));
  std::ranges::stable_sort(ordered, std::ranges::greater{},
                           [](const NamingJob& job) { return job.addresses.size(); });
  return ordered;
}

NamedPart name_addresses(const NamingInput& input, NamingJob job, std::vector<ModuleFacts>& facts) {
  return Naming(input, std::move(job)).run(facts);
}

}  // namespace cxprof
