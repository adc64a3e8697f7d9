#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "runner/profile/call_stacks.h"
#include "runner/profile/sample.h"
#include "runner/unwind/code_addresses.h"
#include "runner/unwind/registers_x86_64.h"

namespace cxprof {

struct SampleStackOptions {
  std::size_t max_depth = 1024;  ///< Frames after which a stack is cut.
  bool knows_registers = true;   ///< False: recorded on a machine whose registers we do not know.
};

/// The whole stack of one sample after the other: the kernel's part, then the user's.
class SampleStack {
 public:
  /// `code` must outlive this object.
  SampleStack(CodeAddresses& code, SampleStackOptions options) : code_(code), options_(options) {}

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
  SampleStackOptions options_;
  std::vector<AddressId> frames_;
};

}  // namespace cxprof
