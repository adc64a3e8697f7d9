#pragma once

#include <span>
#include <utility>
#include <vector>

#include "runner/profile/call_stacks.h"
#include "runner/unwind/index_table.h"

namespace cxprof {

/// Puts call stacks into a trie in which equal outer parts stand once.
class CallStackBuilder {
 public:
  /// The node of a stack, given leaf first. Empty: the empty stack.
  StackId insert(std::span<const AddressId> leaf_first);

  /// The node of a frame at `address` whose caller is the node `caller`.
  StackId child(StackId caller, AddressId address);

  /// The trie as it is now.
  [[nodiscard]] const CallStacks& stacks() const { return stacks_; }

  /// The trie; the builder is empty afterwards.
  CallStacks take() { return std::move(stacks_); }

 private:
  CallStacks stacks_;
  IndexTable index_;
  /// The nodes of the last stack, outermost first: the next one mostly shares many.
  std::vector<StackId> last_;
};

}  // namespace cxprof
