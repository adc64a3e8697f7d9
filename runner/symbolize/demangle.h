#pragma once

#include <string>
#include <string_view>

namespace cxprof {

/// What a symbol's name looks like to a person: without symbol version ("free@@GLIBC_2.2.5" →
/// "free"), without the compiler's clone suffixes (".cold", ".part.0", ".constprop.1", …),
/// demangled (C++ with its parameters, Rust without its hash). A name that cannot be demangled
/// stays as it is. Valid UTF-8.
std::string display_name(std::string_view raw_name);

/// `raw_name` without the suffixes of clones that a compiler makes of one and the same function.
/// Outlined bodies ("._omp_fn.0") and coroutine parts (".actor") are functions of their own and
/// keep theirs.
std::string_view without_clone_suffix(std::string_view raw_name);

}  // namespace cxprof
