#include "runner/analyze/user_code.h"

#include <string>
#include <unordered_map>
#include <vector>

#include "runner/analyze/runtime_names.h"
#include "runner/analyze/source_roots.h"

namespace cxprof {
namespace {

// The rules, in the order in which they speak. Each returns as soon as it knows.
class Classifier {
 public:
  Classifier(const SymbolizedProfile& symbolized, ModuleId program, const AnalyzeOptions& options)
      : modules_(symbolized.modules),
        program_(program),
        user_roots_(options.code_roots.user),
        runtime_roots_(options.code_roots.runtime),
        project_dirs_(options.code_roots.binaries),
        origins_(symbolized.modules.size()) {}

  bool is_user(const Function& function) {
    const Module& module = modules_[function.module];
    if (module.kind == ModuleKind::anonymous) return function.source == NameSource::perf_map;
    if (module.kind != ModuleKind::file || function.source == NameSource::plt) return false;
    const Origin& origin = origin_of(function.module);
    if (origin.runtime) return false;
    if (!function.declaration_file.empty()) return is_declared_by_user(function, origin);
    if (is_standard_library_name(function) || is_c_runtime_name(function)) return false;
    return origin.project || (user_roots_.empty() && !origin.system);
  }

 private:
  /// Where a module comes from; thousands of functions share one.
  struct Origin {
    bool known = false;
    bool project = false;
    bool runtime = false;  ///< None of its functions are the user's.
    bool system = false;   ///< Lies where the system's files do.
  };

  const Origin& origin_of(ModuleId id) {
    Origin& origin = origins_[id];
    if (origin.known) return origin;
    const std::string& path = modules_[id].path;
    origin.known = true;
    origin.project = id == program_ || project_dirs_.contains_own(path);
    origin.runtime = runtime_roots_.contains(path) || (!origin.project && is_runtime_library(path));
    origin.system = is_system_path(path);
    return origin;
  }

  bool is_declared_by_user(const Function& function, const Origin& origin) {
    const std::string& file = function.declaration_file;
    if (runtime_roots_.contains(file)) return false;
    // What the user wrote into namespace std (a specialisation of std::hash) is declared in the
    // user's files; a replaced operator new only passes on to the allocator.
    if (is_standard_library_name(function) &&
        (is_global_allocation(function) || !user_roots_.contains_own(file))) {
      return false;
    }
    // Not told where the user's code lies: a system library's is not it, wherever it was built.
    if (user_roots_.empty() && !origin.project && origin.system) return false;
    return cached(file, origin.project);
  }

  static bool is_global_allocation(const Function& function) {
    return function.name.starts_with("operator new") ||
           function.name.starts_with("operator delete");
  }

  // Thousands of functions share few files.
  bool cached(const std::string& file, bool of_project) {
    auto [entry, is_new] = files_[of_project].try_emplace(file, false);
    if (is_new) entry->second = is_user_file(file, of_project);
    return entry->second;
  }

  bool is_user_file(const std::string& file, bool of_project) const {
    if (!file.starts_with('/')) return of_project || user_roots_.empty();
    if (user_roots_.contains_own(file) || project_dirs_.contains_own(file)) return true;
    if (!user_roots_.empty()) return false;
    return !is_system_path(file) && file.find("/_deps/") == std::string::npos;
  }

  const std::vector<Module>& modules_;
  ModuleId program_;
  SourceRoots user_roots_;
  SourceRoots runtime_roots_;
  SourceRoots project_dirs_;
  std::vector<Origin> origins_;                     ///< By module.
  std::unordered_map<std::string, bool> files_[2];  ///< By whether the module is the project's.
};

}  // namespace

UserCode::UserCode(const SymbolizedProfile& symbolized, ModuleId program,
                   const AnalyzeOptions& options) {
  Classifier classifier(symbolized, program, options);
  is_user_.reserve(symbolized.functions.size());
  for (const Function& function : symbolized.functions) {
    is_user_.push_back(classifier.is_user(function));
  }
}

const Frame* UserCode::innermost(const std::vector<Frame>& frames) const {
  for (const Frame& frame : frames) {
    if (is_user(frame.function)) return &frame;
  }
  return nullptr;
}

}  // namespace cxprof
