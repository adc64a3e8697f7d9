#pragma once

#include <string>
#include <string_view>

namespace cxprof {

/// A demangled name as people write it: std::string and std::string_view for the templates behind
/// them, no inline namespace `std::__cxx11`, no `[abi:cxx11]`, no default allocators. For reading
/// only: the exact name stays in profile.json.
std::string usual_name(std::string_view name);

}  // namespace cxprof
