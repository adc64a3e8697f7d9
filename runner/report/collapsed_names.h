#pragma once

#include <string>
#include <string_view>

#include "runner/profile/function.h"
#include "runner/profile/module.h"

namespace cxprof {

/// A function as folded stacks name it, by the custom of FlameGraph's stackcollapse-perf.pl:
/// without return type and parameters, ';' written ':', Java classes without their 'L', and
/// "[libc.so.6]" after the object where there is no name. `annotate` adds _[k] (kernel, vdso), _[j]
/// (JIT code) or
/// _[i] (inlined).
std::string collapsed_name(const Function& function, const Module& module, bool inlined,
                           bool annotate);

/// A thread's name as the outermost frame: blanks written '_', ';' written ':'.
std::string collapsed_thread(std::string_view comm);

}  // namespace cxprof
