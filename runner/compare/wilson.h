#pragma once

#include <cstdint>

namespace cxprof {

/// A share, 0..1, with its confidence interval.
struct ShareInterval {
  double share = 0;
  double low = 0;
  double high = 1;
};

/// Two-sided 99.9 % of the normal distribution. The budgets of a profile are looked at after the
/// first run and again after repetitions, at most ten times in all; by the union bound the
/// probability that any of the looks decides wrongly is then at most 1 %.
inline constexpr double gate_z = 3.2905;

/// Wilson's score interval for `hits` of `samples` (E. B. Wilson, "Probable Inference, the Law of
/// Succession, and Statistical Inference", JASA 22 (1927) 209–212; Brown, Cai and DasGupta,
/// Statistical Science 16 (2001) 101–133 recommend it for small samples and shares near 0 and 1,
/// where the normal approximation fails). `z` is the quantile: 1.96 for 95 %.
///
/// No samples: the whole of 0..1. No hits: low is 0 exactly; nothing but hits: high is 1 exactly.
/// More hits than samples count as all of them.
ShareInterval wilson_interval(std::uint64_t hits, std::uint64_t samples, double z = gate_z);

}  // namespace cxprof
