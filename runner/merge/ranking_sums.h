#pragma once

#include <vector>

#include "runner/profile/profile.h"

namespace cxprof {

/// The runs whose numbers are added up.
using Runs = std::vector<const ExecutableProfile*>;

/// Floating-point numbers added in their own order, so that the sum does not depend on that of the
/// inputs.
double ordered_sum(std::vector<double> numbers);

/// Functions are added up by symbol and module, pairs by both functions, lines by file, line and
/// symbol. A symbol name and a declaration are those with most samples. `inlined` only where it is
/// in every run that has the function, user code where it is in any.
Rankings sum_rankings(const Runs& runs);

Summary sum_summaries(const Runs& runs);

DataQuality sum_qualities(const Runs& runs);

}  // namespace cxprof
