#pragma once

#include <cstdint>
#include <vector>

#include "runner/profile/frame_address.h"

namespace cxprof {

/// A call stack: a node of the trie below, standing for itself and all its callers. 0 is the empty
/// stack (a sample without even an instruction pointer).
using StackId = std::uint32_t;
inline constexpr StackId empty_stack = 0;

/// All distinct call stacks of a profile, sharing their common callers. Walking `caller` from a
/// sample's node yields the leaf first, the outermost frame last. Every node's caller has a smaller
/// id than the node itself.
struct CallStacks {
  struct Node {
    StackId caller = empty_stack;
    AddressId address = 0;
  };
  std::vector<Node> nodes{Node{}};  ///< [0] stands for the empty stack.
};

/// How the walk up a stack ended.
enum class StackEnd : std::uint8_t {
  root,            ///< The outermost frame was reached.
  truncated_copy,  ///< The copied stack ended before the outermost frame.
  no_unwind_info,  ///< A frame's code has no call frame information and no usable frame pointer.
  unreadable,      ///< Registers or rules led nowhere (garbage, damaged information).
  depth_limit,     ///< More frames than our limit, or than the kernel's call chain limit.
  not_recorded,    ///< No stack was recorded: the leaf is all there is.
};
inline constexpr std::size_t stack_end_count = 6;

}  // namespace cxprof
