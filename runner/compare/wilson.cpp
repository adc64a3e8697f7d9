#include "runner/compare/wilson.h"

#include <algorithm>
#include <cmath>

namespace cxprof {

ShareInterval wilson_interval(std::uint64_t hits, std::uint64_t samples, double z) {
  if (samples == 0) return {0, 0, 1};
  hits = std::min(hits, samples);
  auto n = static_cast<double>(samples);
  double share = static_cast<double>(hits) / n;
  double z2 = z * z;
  double centre = (share + z2 / (2 * n)) / (1 + z2 / n);
  double half_width = z / (1 + z2 / n) * std::sqrt(share * (1 - share) / n + z2 / (4 * n * n));
  // Exact at the ends, where the terms cancel but for rounding.
  double low = hits == 0 ? 0 : std::max(0.0, centre - half_width);
  double high = hits == samples ? 1 : std::min(1.0, centre + half_width);
  return {share, low, high};
}

}  // namespace cxprof
