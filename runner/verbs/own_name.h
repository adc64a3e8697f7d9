#pragma once

#include <string>

namespace cxprof {

/// How a shell calls this runner: by name where PATH leads to it, else by its path.
std::string own_name();

}  // namespace cxprof
