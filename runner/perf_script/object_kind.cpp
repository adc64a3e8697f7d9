#include "runner/perf_script/object_kind.h"

#include <algorithm>
#include <array>

#include "runner/perf_script/cursor.h"
#include "runner/support/text.h"

namespace cxprof::perf_script {
namespace {

// Kernels map themselves into the upper half of the 64-bit address space.
constexpr std::uint64_t upper_half = 0x8000'0000'0000'0000;

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> starts) {
  return std::ranges::any_of(starts, [&](auto start) { return text.starts_with(start); });
}

bool is_kernel_image(std::string_view object) {
  return starts_with_any(object, {"[kernel.", "[guest.kernel.", "[kernel]", "[hypervisor]"}) ||
         file_name(object) == "vmlinux" || file_name(object).starts_with("vmlinux-");
}

bool is_kernel_module_file(std::string_view object) {
  std::string_view name = file_name(object);
  return std::ranges::any_of(std::array<std::string_view, 4>{".ko", ".ko.xz", ".ko.zst", ".ko.gz"},
                             [&](auto end) { return name.ends_with(end); });
}

ModuleKind kind_in_brackets(std::string_view object, std::uint64_t address) {
  if (starts_with_any(object, {"[vdso"})) return ModuleKind::vdso;
  if (starts_with_any(object, {"[heap", "[stack", "[anon", "[uprobes", "[vsyscall", "[JIT"})) {
    return ModuleKind::anonymous;
  }
  return address >= upper_half || address == 0 ? ModuleKind::kernel_module : ModuleKind::anonymous;
}

ModuleKind kind_of(std::string_view object, std::uint64_t address) {
  if (object.empty() || object == "[unknown]") return ModuleKind::unknown;
  if (is_kernel_image(object)) return ModuleKind::kernel;
  if (is_kernel_module_file(object)) return ModuleKind::kernel_module;
  if (object.front() == '[' && object.back() == ']') return kind_in_brackets(object, address);
  if (pid_of_perf_map(object) >= 0) return ModuleKind::anonymous;
  if (starts_with_any(object, {"//", "/dev/zero", "/memfd:", "/anon_hugepage", "/SYSV", "anon_"})) {
    return ModuleKind::anonymous;
  }
  if (object.front() != '/' && address >= upper_half)
    return ModuleKind::kernel_module;  // bpf_prog_…
  return ModuleKind::file;
}

}  // namespace

std::int32_t pid_of_perf_map(std::string_view object) {
  std::string_view name = file_name(object);
  constexpr std::string_view start = "perf-";
  constexpr std::string_view end = ".map";
  if (name.size() <= start.size() + end.size() || name.size() > 24) return -1;
  if (!name.starts_with(start) || !name.ends_with(end)) return -1;
  auto pid = number_in(name.substr(start.size(), name.size() - start.size() - end.size()));
  return pid && *pid < 0x8000'0000 ? static_cast<std::int32_t>(*pid) : -1;
}

Module module_of_object(std::string_view object, std::uint64_t address) {
  ModuleKind kind = kind_of(object, address);
  if (kind == ModuleKind::unknown) return {};
  return {valid_utf8(object), kind, {}};
}

}  // namespace cxprof::perf_script
