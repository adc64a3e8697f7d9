#include "runner/analyze/observations.h"

#include <fmt/format.h>

namespace cxprof {
namespace {

void add_leader(const char* kind, const char* what, const std::vector<FunctionCost>& ranking,
                const Summary& summary, std::vector<Observation>& observations) {
  if (ranking.empty() || summary.profiled_samples == 0) return;
  const FunctionCost& leader = ranking.front();
  double percent =
      100.0 * static_cast<double>(leader.samples) / static_cast<double>(summary.profiled_samples);
  observations.push_back(
      {kind, leader, fmt::format("{} {} ({:.1f} %).", leader.symbol, what, percent)});
}

}  // namespace

std::vector<Observation> observe(const Rankings& rankings, const Summary& summary) {
  std::vector<Observation> observations;
  add_leader("highest_user_time",
             "is the user function with most samples, itself or in runtime code that it called",
             rankings.user_time, summary, observations);
  add_leader("highest_self_time", "was itself executing in most samples", rankings.self_time,
             summary, observations);
  add_leader("highest_inclusive_time", "was on the stack in most samples, entry points aside",
             rankings.inclusive_time, summary, observations);
  return observations;
}

}  // namespace cxprof
