#include "runner/merge/add_counts.h"

#include "runner/analyze/observations.h"
#include "runner/merge/ranking_sums.h"

namespace cxprof {
namespace {

ExecutableProfile counts_of(const Profile& profile) {
  ExecutableProfile counts;
  counts.summary = profile.summary;
  counts.rankings = profile.rankings;
  counts.data_quality = profile.data_quality;
  return counts;
}

}  // namespace

void add_counts(Profile& sum, const Profile& run) {
  ExecutableProfile first = counts_of(sum);
  ExecutableProfile second = counts_of(run);
  Runs runs{&first, &second};
  sum.summary = sum_summaries(runs);
  sum.rankings = sum_rankings(runs);
  sum.data_quality = sum_qualities(runs);
  sum.observations = observe(sum.rankings, sum.summary);
}

}  // namespace cxprof
