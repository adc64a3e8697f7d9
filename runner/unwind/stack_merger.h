#pragma once

#include <utility>
#include <vector>

#include "runner/profile/call_stacks.h"
#include "runner/profile/frame_address.h"
#include "runner/unwind/call_stack_builder.h"
#include "runner/unwind/index_table.h"

namespace cxprof {

/// Puts the call stacks of several workers into one trie. Given the samples' stacks in order of
/// time, all numbers come out in order of appearance: the result does not depend on how many
/// workers there were, or on who did what.
class StackMerger {
 public:
  /// What one worker's numbers have become.
  struct Translation {
    std::vector<StackId> nodes;        ///< By its node; 0: not yet translated.
    std::vector<AddressId> addresses;  ///< By its address; UINT32_MAX: not yet translated.
  };
  static Translation translation(const CallStacks& stacks,
                                 const std::vector<FrameAddress>& addresses);

  /// The node of `node`, of a worker with these `stacks` and `addresses`, in the common trie.
  StackId insert(const CallStacks& stacks, const std::vector<FrameAddress>& addresses,
                 Translation& translation, StackId node);

  /// The results; the merger is empty afterwards.
  CallStacks take_stacks() { return stacks_.take(); }
  std::vector<FrameAddress> take_addresses() { return std::move(addresses_); }

 private:
  AddressId intern(const FrameAddress& address);

  CallStackBuilder stacks_;
  std::vector<FrameAddress> addresses_;
  IndexTable address_index_;
  std::vector<StackId> new_nodes_;  // of the worker, leaf first
};

}  // namespace cxprof
