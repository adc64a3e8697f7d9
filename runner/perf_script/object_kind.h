#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runner/profile/module.h"

namespace cxprof::perf_script {

/// The module that an object printed in parentheses stands for. `address` tells kernel modules from
/// other names in brackets. "[kernel.kallsyms]" and a vmlinux are the kernel, "/tmp/perf-PID.map"
/// is code that a JIT compiler made.
Module module_of_object(std::string_view object, std::uint64_t address);

/// PID of "/tmp/perf-PID.map"; -1: another object.
std::int32_t pid_of_perf_map(std::string_view object);

}  // namespace cxprof::perf_script
