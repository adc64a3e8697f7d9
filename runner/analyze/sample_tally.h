#pragma once

#include <map>
#include <utility>
#include <vector>

#include "runner/analyze/event_choice.h"
#include "runner/analyze/function_groups.h"
#include "runner/analyze/user_frames.h"

namespace cxprof {

/// Everything that is counted once per sample of the event.
struct SampleTally {
  explicit SampleTally(const SymbolizedProfile& symbolized)
      : self(symbolized.functions.size()),
        user(symbolized.functions.size()),
        per_stack(symbolized.stacks.nodes.size()),
        leaves_per_module(symbolized.modules.size()),
        unnamed_leaves_per_module(symbolized.modules.size()) {}

  std::uint64_t observed = 0;
  std::uint64_t missing_stack = 0;
  Cost profiled;
  FunctionCosts self;
  FunctionCosts user;
  std::vector<Cost> per_stack;  ///< By StackId: samples that ended there.

  /// A runtime leaf and the user's function that it worked for.
  using Pair = std::pair<FunctionId, FunctionId>;  ///< user, runtime; {user, kernel_leaf}: kernel.
  static constexpr FunctionId kernel_leaf = static_cast<FunctionId>(-1);
  std::map<Pair, Cost> attributed;

  struct Line {
    SourceFileId file;
    std::uint32_t line;
    FunctionId function;
    auto operator<=>(const Line&) const = default;
  };
  std::map<Line, Cost> lines;

  std::uint64_t ends[stack_end_count] = {};  ///< By StackEnd, profiled samples only.
  std::uint64_t without_user_frame = 0;
  std::uint64_t user_frame_unknown = 0;
  std::uint64_t caller_doubtful = 0;  ///< Of user_frame_unknown: frame pointers cannot tell.
  std::uint64_t kernel_leaves = 0;
  std::vector<std::uint64_t> leaves_per_module;
  std::vector<std::uint64_t> unnamed_leaves_per_module;
};

SampleTally tally_samples(const SymbolizedProfile& symbolized, const EventChoice& event,
                          const UserFrames& user_frames);

}  // namespace cxprof
