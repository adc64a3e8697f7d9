#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "runner/load/build_id_table.h"
#include "runner/load/side_band.h"
#include "runner/profile/module.h"

namespace cxprof::perf_data {

/// What kind of object a mapping's name stands for. Only the whole name counts: a directory may
/// well be called "[vdso]".
ModuleKind module_kind(const std::string& path, bool kernel);

/// The modules of a recording, each (path, build id) once; [0] is the unknown module.
class ModuleTable {
 public:
  /// `build_ids` knows the build ids that mappings do not carry themselves.
  explicit ModuleTable(const BuildIdTable& build_ids);

  ModuleId module_of(const MapRecord& map);
  ModuleId kernel();

  /// All of them until now, by id.
  [[nodiscard]] const std::vector<Module>& modules() const { return modules_; }

 private:
  ModuleId intern(Module module);

  const BuildIdTable& build_ids_;
  std::vector<Module> modules_;
  std::unordered_map<std::string, ModuleId> id_of_key_;
};

}  // namespace cxprof::perf_data
