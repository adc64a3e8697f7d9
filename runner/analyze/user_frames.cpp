#include "runner/analyze/user_frames.h"

namespace cxprof {

UserFrames::UserFrames(const SymbolizedProfile& symbolized, const UserCode& user_code,
                       bool frame_pointers)
    : frames_(symbolized.stacks.nodes.size(), nullptr),
      at_leaf_(symbolized.stacks.nodes.size(), false),
      doubtful_(symbolized.stacks.nodes.size(), false) {
  const auto& nodes = symbolized.stacks.nodes;
  // Callers have smaller ids, so what they know is there when it is asked for.
  for (StackId id = 1; id < nodes.size(); ++id) {
    const auto& node = nodes[id];
    const Frame* own = user_code.innermost(symbolized.frames[node.address]);
    at_leaf_[id] = own != nullptr;
    // The kernel is entered from a known instruction, so its caller in user space is certain.
    ModuleKind kind = symbolized.modules[symbolized.addresses[node.address].module].kind;
    bool kernel = kind == ModuleKind::kernel || kind == ModuleKind::kernel_module;
    if (own != nullptr) {
      frames_[id] = own;
    } else if (!frame_pointers || kernel) {
      frames_[id] = frames_[node.caller];
      doubtful_[id] = doubtful_[node.caller];
    } else {
      doubtful_[id] = node.caller != empty_stack;
    }
  }
}

}  // namespace cxprof
