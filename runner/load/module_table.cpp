#include "runner/load/module_table.h"

#include <array>
#include <string_view>

namespace cxprof::perf_data {
namespace {

constexpr const char* kernel_path = "[kernel.kallsyms]";

// The kernel image is called "[kernel.kallsyms]_text", "[kernel.kallsyms]_stext" or
// "[kernel.vmlinux]…"; its modules "[name]" or the path of the .ko file.
bool is_kernel_image(std::string_view path) { return path.starts_with("[kernel."); }

}  // namespace

ModuleKind module_kind(const std::string& path, bool kernel) {
  if (kernel) return is_kernel_image(path) ? ModuleKind::kernel : ModuleKind::kernel_module;
  if (path == "[vdso]" || path == "[vdso32]" || path == "[vdsox32]") return ModuleKind::vdso;
  // Names of files are absolute paths; whatever else the kernel writes there has no file.
  constexpr std::array<std::string_view, 5> without_file{"//", "/dev/zero",
                                                         "/memfd:", "/anon_hugepage", "/SYSV"};
  if (!path.starts_with('/')) return ModuleKind::anonymous;
  for (std::string_view start : without_file) {
    if (path.starts_with(start)) return ModuleKind::anonymous;
  }
  return ModuleKind::file;
}

ModuleTable::ModuleTable(const BuildIdTable& build_ids) : build_ids_(build_ids) {
  intern(Module{"", ModuleKind::unknown, ""});
}

ModuleId ModuleTable::module_of(const MapRecord& map) {
  ModuleKind kind = module_kind(map.path, map.kernel);
  std::string path = kind == ModuleKind::kernel ? kernel_path : map.path;
  BuildId build_id = map.build_id;
  if (build_id.empty() && kind != ModuleKind::anonymous) build_id = build_ids_.find(path);
  return intern(Module{std::move(path), kind, std::move(build_id)});
}

ModuleId ModuleTable::kernel() {
  return intern(Module{kernel_path, ModuleKind::kernel, build_ids_.find(kernel_path)});
}

ModuleId ModuleTable::intern(Module module) {
  std::string key = module.path + '\0' + module.build_id;
  auto id = static_cast<ModuleId>(modules_.size());
  auto [at, added] = id_of_key_.emplace(std::move(key), id);
  if (added) modules_.push_back(std::move(module));
  return at->second;
}

}  // namespace cxprof::perf_data
