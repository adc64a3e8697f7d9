#include "runner/analyze/inclusive.h"

#include <cstdint>

namespace cxprof {
namespace {

// The nodes that each node called, as one flat array.
struct Callees {
  std::vector<std::uint32_t> begin;  ///< Of node i: [begin[i], begin[i + 1]) in `nodes`.
  std::vector<StackId> nodes;
};

Callees callees_of(const std::vector<CallStacks::Node>& nodes) {
  Callees callees{std::vector<std::uint32_t>(nodes.size() + 1, 0),
                  std::vector<StackId>(nodes.size() - 1)};
  for (StackId id = 1; id < nodes.size(); ++id) ++callees.begin[nodes[id].caller + 1];
  for (std::size_t i = 1; i < callees.begin.size(); ++i) callees.begin[i] += callees.begin[i - 1];
  std::vector<std::uint32_t> next(callees.begin.begin(), callees.begin.end() - 1);
  for (StackId id = 1; id < nodes.size(); ++id) callees.nodes[next[nodes[id].caller]++] = id;
  return callees;
}

// How often each group stands on the path from the root to the current node.
class Path {
 public:
  Path(const SymbolizedProfile& symbolized, const FunctionGroups& groups)
      : symbolized_(symbolized),
        groups_(groups),
        frames_(groups.size()),
        physical_frames_(groups.size()) {}

  void enter(StackId node, const Cost& subtree, FunctionCosts& costs) {
    for (const Frame& frame : frames_at(node)) {
      GroupId group = groups_.of(frame.function);
      if (frames_[group]++ == 0) costs.add(frame.function, subtree, true);
      if (!frame.inlined && physical_frames_[group]++ == 0) {
        costs.add_physical(frame.function, subtree.samples);
      }
    }
  }

  void leave(StackId node) {
    for (const Frame& frame : frames_at(node)) {
      GroupId group = groups_.of(frame.function);
      --frames_[group];
      if (!frame.inlined) --physical_frames_[group];
    }
  }

 private:
  [[nodiscard]] const std::vector<Frame>& frames_at(StackId node) const {
    return symbolized_.frames[symbolized_.stacks.nodes[node].address];
  }

  const SymbolizedProfile& symbolized_;
  const FunctionGroups& groups_;
  std::vector<std::uint32_t> frames_;
  std::vector<std::uint32_t> physical_frames_;
};

}  // namespace

FunctionCosts inclusive_costs(const SymbolizedProfile& symbolized, const FunctionGroups& groups,
                              std::vector<Cost> per_stack) {
  const auto& nodes = symbolized.stacks.nodes;
  // Callers have smaller ids, so going down every subtree is complete when its caller takes it.
  for (std::size_t id = nodes.size() - 1; id > 0; --id) {
    per_stack[nodes[id].caller] += per_stack[id];
  }
  FunctionCosts costs(symbolized.functions.size());
  Callees callees = callees_of(nodes);
  Path path(symbolized, groups);
  // Depth first without recursion: stacks may be thousands of frames deep.
  struct Step {
    StackId node;
    std::uint32_t next;  ///< Position in callees.nodes.
  };
  std::vector<Step> steps{{empty_stack, callees.begin[empty_stack]}};
  while (!steps.empty()) {
    Step& step = steps.back();
    if (step.next == callees.begin[step.node + 1]) {
      if (step.node != empty_stack) path.leave(step.node);
      steps.pop_back();
      continue;
    }
    StackId callee = callees.nodes[step.next++];
    if (per_stack[callee].samples == 0) continue;  // Stacks of other events.
    path.enter(callee, per_stack[callee], costs);
    steps.push_back({callee, callees.begin[callee]});
  }
  return costs;
}

}  // namespace cxprof
