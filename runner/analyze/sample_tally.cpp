#include "runner/analyze/sample_tally.h"

namespace cxprof {
namespace {

bool is_kernel(const Module& module) {
  return module.kind == ModuleKind::kernel || module.kind == ModuleKind::kernel_module;
}

// Where the program was: every sample counts here, whatever is known of its callers.
void count_leaf(const SymbolizedProfile& symbolized, StackId stack, const Cost& cost,
                SampleTally& tally) {
  AddressId address = symbolized.stacks.nodes[stack].address;
  FunctionId leaf = symbolized.frames[address].back().function;
  const Function& function = symbolized.functions[leaf];
  tally.self.add(leaf, cost, false);
  ++tally.leaves_per_module[function.module];
  if (function.source == NameSource::none) ++tally.unnamed_leaves_per_module[function.module];
  if (is_kernel(symbolized.modules[function.module])) ++tally.kernel_leaves;
}

// For whom it was there: the innermost user's frame, or the counter that says why none is named.
void count_user(const SymbolizedProfile& symbolized, const UnwoundSample& sample, const Cost& cost,
                const UserFrames& user_frames, SampleTally& tally) {
  const Frame* user = user_frames.of(sample.stack);
  if (user == nullptr) {
    bool doubtful = user_frames.caller_doubtful(sample.stack);
    bool complete = sample.end == StackEnd::root && !doubtful;
    ++(complete ? tally.without_user_frame : tally.user_frame_unknown);
    if (doubtful) ++tally.caller_doubtful;
    return;
  }
  tally.user.add(user->function, cost, user->inlined);
  if (user->file != 0 && user->line != 0) {
    tally.lines[{user->file, user->line, user->function}] += cost;
  }
  if (user_frames.at_leaf(sample.stack)) return;
  AddressId address = symbolized.stacks.nodes[sample.stack].address;
  FunctionId leaf = symbolized.frames[address].back().function;
  bool kernel = is_kernel(symbolized.modules[symbolized.functions[leaf].module]);
  tally.attributed[{user->function, kernel ? SampleTally::kernel_leaf : leaf}] += cost;
}

}  // namespace

SampleTally tally_samples(const SymbolizedProfile& symbolized, const EventChoice& event,
                          const UserFrames& user_frames) {
  SampleTally tally(symbolized);
  for (const UnwoundSample& sample : symbolized.samples) {
    if (sample.event != event.index) continue;
    ++tally.observed;
    if (sample.stack == empty_stack) {
      ++tally.missing_stack;
      continue;
    }
    Cost cost = event.cost(sample);
    tally.profiled += cost;
    tally.per_stack[sample.stack] += cost;
    ++tally.ends[static_cast<std::size_t>(sample.end)];
    count_leaf(symbolized, sample.stack, cost, tally);
    count_user(symbolized, sample, cost, user_frames, tally);
  }
  return tally;
}

}  // namespace cxprof
