#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "runner/doctor/collect.h"

namespace cxprof::doctor {
namespace {

std::optional<int> number_in(const char* file) {
  int number = 0;
  if (std::ifstream(file) >> number) return number;
  return std::nullopt;
}

// The text behind "Name:" in /proc/self/status. Empty: no such line.
std::string of_status(std::string_view name) {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(name)) continue;
    std::size_t begin = line.find_first_not_of(" \t", name.size());
    return begin == std::string::npos ? std::string() : line.substr(begin);
  }
  return {};
}

// The kernel shows zeroes to those who may not know.
bool kernel_names_shown() {
  std::ifstream in("/proc/kallsyms");
  for (std::string line; std::getline(in, line);) {
    // The first ones may really be 0 (per-CPU variables).
    if (line.find_first_not_of('0') != line.find(' ')) return true;
  }
  return false;
}

// user_namespaces(7): the initial one maps all of the 2^32 - 1 ids to themselves.
bool in_initial_user_namespace() {
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t count = 0;
  std::ifstream in("/proc/self/uid_map");
  if (!(in >> inside >> outside >> count)) return true;  // a kernel without user namespaces
  return inside == 0 && outside == 0 && count == 4294967295U;
}

bool has_capability() {
  std::string set = of_status("CapEff:");
  if (set.empty()) return geteuid() == 0;
  constexpr int sys_admin = 21;  // linux/capability.h
  constexpr int perfmon = 38;    // since Linux 5.8
  std::uint64_t bits = std::strtoull(set.c_str(), nullptr, 16);
  return ((bits >> sys_admin | bits >> perfmon) & 1U) != 0;
}

}  // namespace

PermissionFacts permission_facts() {
  PermissionFacts facts;
  facts.paranoid = number_in("/proc/sys/kernel/perf_event_paranoid");
  facts.kptr_restrict = number_in("/proc/sys/kernel/kptr_restrict");
  facts.kernel_names_shown = kernel_names_shown();
  if (std::string mode = of_status("Seccomp:"); !mode.empty())
    facts.seccomp = std::atoi(mode.c_str());
  facts.as_root = geteuid() == 0;
  facts.initial_user_namespace = in_initial_user_namespace();
  facts.capable = has_capability() && facts.initial_user_namespace;
  return facts;
}

}  // namespace cxprof::doctor
