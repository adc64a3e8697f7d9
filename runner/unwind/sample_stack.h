#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "runner/profile/call_stacks.h"
#include "runner/profile/sample.h"
#include "runner/unwind/code_addresses.h"
#include "runner/unwind/registers_x86_64.h"

namespace cxprof {

/// The whole stack of one sample after the other: the kernel's part, then the user's.
class SampleStack {
 public:
  /// `code` must outlive this object. `max_depth`: frames after which a stack is cut.
  SampleStack(CodeAddresses& code, std::size_t max_depth) : code_(code), max_depth_(max_depth) {}

  /// Walks the stack of `sample` and says how it ended.
  StackEnd walk(const Sample& sample);

  /// The frames of the last walk, leaf first. Empty: the sample has not even an instruction
  /// pointer.
  [[nodiscard]] std::span<const AddressId> frames() const { return frames_; }

 private:
  StackEnd walk_user_part(const Sample& sample);
  StackEnd walk_chain_only(const Sample& sample);
  void append_leaf(const Sample& sample);

  CodeAddresses& code_;
  std::size_t max_depth_;
  std::vector<AddressId> frames_;
};

}  // namespace cxprof
