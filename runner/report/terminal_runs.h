#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "runner/profile/profile.h"

namespace cxprof {

/// The rows of a merged profile's runs, fitted to `width` columns (0: unlimited): samples, CPU time
/// (where the event counts it), name, leading function, and how the run ended if it did not pass.
std::vector<std::string> run_rows(const std::vector<ExecutableProfile>& executables,
                                  std::size_t width);

}  // namespace cxprof
