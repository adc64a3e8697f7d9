#include "runner/perf_script/lost_objects.h"

#include <algorithm>
#include <iterator>

namespace cxprof::perf_script {
namespace {

std::uint64_t start_of(std::uint64_t address, std::uint64_t offset) {
  return offset <= address ? address - offset : address;
}

}  // namespace

void LostObjects::see(std::int32_t pid, ModuleId module, std::uint64_t address,
                      std::uint64_t offset) {
  KnownCode& code = processes_[pid][module];
  std::uint64_t& last =
      code.functions.try_emplace(start_of(address, offset), address).first->second;
  last = std::max(last, address);
  code.last = std::max(code.last, address);
}

// Functions of one object do not overlap: only the nearest one below could reach into this one.
bool LostObjects::may_hold(const KnownCode& code, std::uint64_t start, std::uint64_t address) {
  if (address < code.functions.begin()->first || address > code.last) return false;
  auto next = code.functions.upper_bound(address);
  auto nearest = std::prev(next);
  if (nearest->first == start) return true;
  return nearest->first < start && nearest->second < start;
}

ModuleId LostObjects::find(std::int32_t pid, std::uint64_t address, std::uint64_t offset) const {
  auto process = processes_.find(pid);
  if (process == processes_.end()) return unknown_module;
  std::uint64_t start = start_of(address, offset);
  std::vector<ModuleId> same_function;
  std::vector<ModuleId> around;
  for (const auto& [module, code] : process->second) {
    if (code.functions.contains(start)) same_function.push_back(module);
    if (may_hold(code, start, address)) around.push_back(module);
  }
  if (same_function.size() == 1) return same_function.front();
  return same_function.empty() && around.size() == 1 ? around.front() : unknown_module;
}

}  // namespace cxprof::perf_script
