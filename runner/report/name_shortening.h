#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cxprof {

/// `name` made to fit into `width` columns (0: unlimited), safe to print (see printable), in the
/// spelling that people use (see usual_name). A
/// demangled C++ name loses what says least first: the return type, then the parameters "(…)", then
/// template arguments "<…>" from the innermost outwards; of what is still too long, or is no C++
/// name, the qualified name gets "…" in the middle, so that its beginning and end stay.
std::string shortened_name(std::string_view name, std::size_t width);

/// Any text cut in the middle to `width` columns; 0: unlimited.
std::string middle_shortened(std::string_view text, std::size_t width);

}  // namespace cxprof
