#include "runner/analyze/analyze.h"

#include <array>
#include <functional>
#include <utility>

#include "runner/analyze/event_choice.h"
#include "runner/analyze/findings.h"
#include "runner/analyze/observations.h"
#include "runner/analyze/program_line.h"
#include "runner/analyze/program_module.h"
#include "runner/analyze/rankings.h"
#include "runner/analyze/sample_tally.h"
#include "runner/analyze/target_facts.h"
#include "runner/analyze/user_code.h"
#include "runner/analyze/user_frames.h"
#include "runner/support/threads.h"

namespace cxprof {
namespace {

bool walked_along_frame_pointers(const Recording& recording, const Event& event) {
  if (!recording.call_graph.empty()) return recording.call_graph == "fp";
  return event.has_call_chain && !event.has_user_stack;
}

bool callers_recorded(const Recording& recording, const Event& event, const SampleTally& tally) {
  std::uint64_t leaves_only = tally.ends[static_cast<std::size_t>(StackEnd::not_recorded)];
  if (tally.profiled.samples > 0) return leaves_only < tally.profiled.samples;
  return recording.call_graph != "none" && (event.has_call_chain || event.has_user_stack);
}

Summary summarize(const EventChoice& event, const SampleTally& tally) {
  Summary summary;
  summary.observed_samples = tally.observed;
  summary.running_samples = tally.observed;
  summary.missing_stack_samples = tally.missing_stack;
  summary.profiled_samples = tally.profiled.samples;
  summary.sample_weight_ms = event.sample_weight_ms();
  summary.profiled_time_ms = tally.profiled.time_ms();
  return summary;
}

DataQuality data_quality(const SampleTally& tally, const RecordingLosses& losses) {
  auto ended = [&](StackEnd end) { return tally.ends[static_cast<std::size_t>(end)]; };
  DataQuality quality;
  quality.unknown_object_leaves = tally.leaves_per_module[unknown_module];
  for (std::size_t id = 1; id < tally.unnamed_leaves_per_module.size(); ++id) {
    quality.unsymbolized_leaves += tally.unnamed_leaves_per_module[id];
  }
  quality.truncated_stacks = ended(StackEnd::truncated_copy);
  quality.no_unwind_info_stacks = ended(StackEnd::no_unwind_info);
  quality.unreadable_stacks = ended(StackEnd::unreadable);
  quality.depth_limited_stacks = ended(StackEnd::depth_limit);
  quality.without_user_frame = tally.without_user_frame;
  quality.user_frame_unknown = tally.user_frame_unknown;
  quality.kernel_samples = tally.kernel_leaves;
  quality.lost_samples = losses.lost_samples;
  quality.throttle_records = losses.throttle_records;
  return quality;
}

// Each ranking by itself: they share what they read and write nothing in common.
void rank(const SymbolizedProfile& symbolized, const FunctionGroups& groups,
          const UserCode& user_code, const SampleTally& tally, Profile& profile,
          std::size_t threads) {
  Rankings& rankings = profile.rankings;
  const std::array<std::function<void()>, 5> all{
      [&] {
        if (!rankings.callers_available) return;
        rankings.inclusive_time =
            inclusive_ranking(symbolized, groups, user_code, tally,
                              profile.data_quality.inclusive_symbols_suppressed_from_ranking);
      },
      [&] { rankings.self_time = tally.self.ranking(symbolized, groups, user_code); },
      [&] { rankings.user_time = tally.user.ranking(symbolized, groups, user_code); },
      [&] {
        rankings.runtime_leaf_attributed_to_user = attribution_ranking(symbolized, groups, tally);
      },
      [&] { rankings.hot_lines = hot_line_ranking(symbolized, tally); }};
  for_each_in_threads(thread_count(threads), all.size(), [&](std::size_t i) { all[i](); });
}

}  // namespace

Profile analyze(SymbolizedProfile symbolized, const AnalyzeOptions& options) {
  EventChoice event = choose_event(symbolized, options.event);
  ModuleId program = program_module(symbolized);
  UserCode user_code(symbolized, program, options);
  UserFrames user_frames(symbolized, user_code,
                         walked_along_frame_pointers(symbolized.recording, event.event));
  SampleTally tally = tally_samples(symbolized, event, user_frames);
  FunctionGroups groups(symbolized);

  Profile profile;
  profile.target = target_facts(symbolized, program);
  profile.event = event.event;
  profile.event_index = event.index;
  profile.summary = summarize(event, tally);
  profile.data_quality = data_quality(tally, symbolized.losses);

  Rankings& rankings = profile.rankings;
  rankings.callers_available = callers_recorded(symbolized.recording, event.event, tally);
  rank(symbolized, groups, user_code, tally, profile, options.threads);
  profile.observations = observe(rankings, profile.summary);
  profile.program_line = find_program_line(symbolized.recording.stdout_file);
  profile.findings = all_findings({symbolized, event, tally, profile, options.code_roots});
  profile.detail = std::move(symbolized);
  return profile;
}

}  // namespace cxprof
