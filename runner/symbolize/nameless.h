#pragma once

#include <string>

#include "runner/profile/module.h"

namespace cxprof {

/// What stands for a module's functions without names: "[libc.so.6]", "[kernel]", "[JIT]",
/// "[unknown]".
std::string nameless_function(const Module& module);

}  // namespace cxprof
