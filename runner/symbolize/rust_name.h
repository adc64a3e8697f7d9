#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cxprof {

/// Whether a symbol has the shape of a mangled Rust name: v0 ("_R…"), or the older one, which is a
/// C++ name ("_ZN…E") whose last part is "17h" and 16 hexadecimal digits. No other name may be
/// given to a Rust demangler: it takes C++ ones apart wrongly.
bool is_rust_name(std::string_view raw_name);

/// The path of a Rust function ("core::fmt::Formatter::pad"), without its hash. Absent: no such
/// name, or CxProf was built without libiberty.
///
/// libiberty's rust-demangle.c does it: LGPL-2 with the FSF's permission "to link the compiled
/// version of this file into combinations with other programs, and to distribute those combinations
/// without any restriction".
std::optional<std::string> rust_name(std::string_view raw_name);

}  // namespace cxprof
