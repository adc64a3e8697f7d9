#pragma once

#include <chrono>
#include <filesystem>
#include <set>
#include <string>

#include "runner/doctor/facts.h"

// Where the facts come from, one file a topic. None of them throws, and none takes longer than a
// few seconds.
namespace cxprof::doctor {

/// Asks the perf that `asked_for` names (empty: `perf` from PATH). Every question may take `limit`.
/// Where it cannot be used, others are tried: `perf` from PATH, then `<tools>/*/perf` (where Ubuntu
/// keeps those of every kernel).
PerfFacts perf_facts(const std::filesystem::path& asked_for, std::chrono::milliseconds limit,
                     const std::filesystem::path& tools = "/usr/lib/linux-tools");

/// Names of the options that `perf record -h` lists: "F" and "freq" for `-F, --freq <n>`.
std::set<std::string> options_in_usage(const std::string& usage);

/// `perf version --build-options`: name → on.
std::map<std::string, bool> options_in_build(const std::string& output);

PermissionFacts permission_facts();

/// Tries to open events on this very process; nothing is recorded.
EventFacts event_facts();

/// `root`: of the file system; for tests.
ContainerFacts container_facts(const std::filesystem::path& root = "/");

SystemFacts system_facts(const std::filesystem::path& os_release = "/etc/os-release");

LibcFacts libc_facts();

}  // namespace cxprof::doctor
