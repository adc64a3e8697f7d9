#pragma once

#include <string>
#include <vector>

#include "runner/profile/profile.h"

namespace cxprof {

/// What findings call each run: its name, with the run directory's behind it where several runs
/// have that name. Parallel to `executables`.
std::vector<std::string> run_labels(const std::vector<ExecutableProfile>& executables);

/// "a, b and 3 more": some labels, sorted, as many as a sentence bears.
std::string joined(std::vector<std::string> labels);

}  // namespace cxprof
