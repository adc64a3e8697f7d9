#include "runner/unwind/stack_merger.h"

#include <ranges>

#include "runner/unwind/address_hash.h"

namespace cxprof {
namespace {

constexpr AddressId not_translated = UINT32_MAX;

}  // namespace

StackMerger::Translation StackMerger::translation(const CallStacks& stacks,
                                                  const std::vector<FrameAddress>& addresses) {
  return {std::vector<StackId>(stacks.nodes.size(), empty_stack),
          std::vector<AddressId>(addresses.size(), not_translated)};
}

StackId StackMerger::insert(const CallStacks& stacks, const std::vector<FrameAddress>& addresses,
                            Translation& translation, StackId node) {
  new_nodes_.clear();
  while (node != empty_stack && translation.nodes[node] == empty_stack) {
    new_nodes_.push_back(node);
    AddressId address = stacks.nodes[node].address;
    if (translation.addresses[address] == not_translated) {
      translation.addresses[address] = intern(addresses[address]);
    }
    node = stacks.nodes[node].caller;
  }
  StackId merged = node == empty_stack ? empty_stack : translation.nodes[node];
  for (StackId next : new_nodes_ | std::views::reverse) {
    merged = stacks_.child(merged, translation.addresses[stacks.nodes[next].address]);
    translation.nodes[next] = merged;
  }
  return merged;
}

AddressId StackMerger::intern(const FrameAddress& address) {
  auto next = static_cast<AddressId>(addresses_.size());
  AddressId found = address_index_.find_or_insert(
      hash_of(address), next, [&](std::uint32_t index) { return addresses_[index] == address; });
  if (found == next) addresses_.push_back(address);
  return found;
}

}  // namespace cxprof
