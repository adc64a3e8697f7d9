#include "runner/symbolize/kernel_symbols.h"

#include <sys/utsname.h>

#include <algorithm>

#include "runner/elf/build_id_note.h"
#include "runner/symbolize/recording_time.h"

namespace cxprof {

std::optional<KernelSymbols::Symbol> KernelSymbols::find(std::uint64_t address) const {
  auto after = std::upper_bound(
      data_.entries.begin(), data_.entries.end(), address,
      [](std::uint64_t value, const KernelSymbolEntry& entry) { return value < entry.start; });
  if (after == data_.entries.begin()) return std::nullopt;
  const KernelSymbolEntry& entry = *std::prev(after);
  if (address >= entry.end || entry.name_offset > data_.names.size()) return std::nullopt;
  return Symbol{entry.start, entry.end, data_.names.substr(entry.name_offset, entry.name_size)};
}

std::string kernel_mismatch_reason(const std::vector<Module>& modules, const Recording& recording) {
  BuildId recorded;
  for (const Module& module : modules) {
    if (module.kind == ModuleKind::kernel && !module.build_id.empty()) recorded = module.build_id;
  }
  constexpr const char* other = "it was recorded on another kernel";
  if (!recorded.empty()) {
    if (recorded != running_kernel_build_id()) return other;
  } else {
    if (recording.host.kernel.empty())
      return "the recording does not say on which kernel it was made";
    struct utsname running {};
    if (uname(&running) != 0 || recording.host.kernel != running.release) return other;
  }
  auto recorded_at = recording_time(recording);
  auto booted_at = boot_time();
  if (recorded_at && booted_at && *recorded_at < *booted_at) {
    return "the machine was restarted since the recording";
  }
  return {};
}

}  // namespace cxprof
