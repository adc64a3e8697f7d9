#pragma once

#include <string_view>

#include "runner/profile/function.h"

namespace cxprof {

/// A function of namespace std, __gnu_cxx or __cxxabiv1, instantiations for the user's types
/// included; or the global operator new or delete. Read from the mangled name where there is one
/// (the demangled name of a template begins with its return type).
bool is_standard_library_name(const Function& function);

/// A function without debug information that is the C runtime's wherever it was linked into (a
/// static program holds libc itself): start-up code, names that the language reserves to the
/// implementation (a leading underscore in the global namespace), malloc, memcpy and their like.
bool is_c_runtime_name(const Function& function);

/// An object of the C or C++ runtime, an allocator or a sanitizer, by its file name.
bool is_runtime_library(std::string_view path);

}  // namespace cxprof
