#pragma once

#include <string>

namespace cxprof {

/// The CMake package passes its version along. Throws Error when `expected` ("MAJOR.MINOR[.PATCH]")
/// is of another major or minor version than this runner; empty: nobody asked.
void check_version(const std::string& expected);

}  // namespace cxprof
