#include "runner/compare/function_samples.h"

#include <algorithm>
#include <iterator>

namespace cxprof {
namespace {

struct Sum {
  std::uint64_t samples = 0;
  std::size_t rows = 0;
};

Sum sum_of(const std::vector<FunctionCost>& ranking, const std::vector<std::string>& symbols) {
  Sum sum;
  for (const FunctionCost& cost : ranking) {
    if (!std::binary_search(symbols.begin(), symbols.end(), cost.symbol)) continue;
    sum.samples += cost.samples;
    ++sum.rows;
  }
  return sum;
}

// Samples that have any of the functions on their stack.
std::uint64_t samples_with_any(const Profile& profile, const std::vector<std::string>& symbols) {
  const SymbolizedProfile& detail = profile.detail;
  std::vector<bool> wanted(detail.functions.size());
  for (std::size_t id = 0; id < wanted.size(); ++id) {
    wanted[id] = std::binary_search(symbols.begin(), symbols.end(), detail.functions[id].name);
  }
  // Callers have smaller ids.
  std::vector<bool> has_any(detail.stacks.nodes.size());
  for (StackId id = 1; id < has_any.size(); ++id) {
    const CallStacks::Node& node = detail.stacks.nodes[id];
    const std::vector<Frame>& frames = detail.frames[node.address];
    has_any[id] = has_any[node.caller] ||
                  std::any_of(frames.begin(), frames.end(),
                              [&](const Frame& frame) { return wanted[frame.function]; });
  }
  std::uint64_t samples = 0;
  for (const UnwoundSample& sample : detail.samples) {
    if (sample.event == profile.event_index && has_any[sample.stack]) ++samples;
  }
  return samples;
}

std::uint64_t inclusive_samples(const Profile& profile, std::span<const Profile> repetitions,
                                const std::vector<std::string>& symbols) {
  const std::vector<FunctionCost>& ranking = profile.rankings.inclusive_time;
  // Entry points have no place in this ranking and count for nothing here either.
  std::vector<std::string> ranked;
  for (const FunctionCost& cost : ranking) ranked.push_back(cost.symbol);
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> counted;
  std::set_intersection(symbols.begin(), symbols.end(), ranked.begin(), ranked.end(),
                        std::back_inserter(counted));
  Sum sum = sum_of(ranking, counted);
  if (sum.rows <= 1) return sum.samples;
  if (profile.detail.samples.empty()) {
    return std::min(sum.samples, profile.summary.profiled_samples);
  }
  std::uint64_t samples = samples_with_any(profile, counted);
  for (const Profile& repetition : repetitions) samples += samples_with_any(repetition, counted);
  return samples;
}

}  // namespace

FunctionSamples samples_of(const Profile& profile, std::span<const Profile> repetitions,
                           const std::vector<std::string>& symbols) {
  return {sum_of(profile.rankings.user_time, symbols).samples,
          sum_of(profile.rankings.self_time, symbols).samples,
          inclusive_samples(profile, repetitions, symbols)};
}

}  // namespace cxprof
