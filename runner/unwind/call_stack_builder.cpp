#include "runner/unwind/call_stack_builder.h"

namespace cxprof {

StackId CallStackBuilder::insert(std::span<const AddressId> leaf_first) {
  std::size_t depth = leaf_first.size();
  std::size_t shared = 0;
  while (shared < depth && shared < last_.size() &&
         stacks_.nodes[last_[shared]].address == leaf_first[depth - 1 - shared]) {
    ++shared;
  }
  last_.resize(shared);
  StackId node = shared == 0 ? empty_stack : last_.back();
  for (std::size_t level = shared; level < depth; ++level) {
    node = child(node, leaf_first[depth - 1 - level]);
    last_.push_back(node);
  }
  return node;
}

StackId CallStackBuilder::child(StackId caller, AddressId address) {
  auto next = static_cast<StackId>(stacks_.nodes.size());
  StackId found =
      index_.find_or_insert(hash_words(caller, address), next, [&](std::uint32_t index) {
        const CallStacks::Node& node = stacks_.nodes[index];
        return node.caller == caller && node.address == address;
      });
  if (found == next) stacks_.nodes.push_back({caller, address});
  return found;
}

}  // namespace cxprof
