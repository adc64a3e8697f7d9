#pragma once

#include <vector>

#include "runner/analyze/user_code.h"

namespace cxprof {

/// The innermost frame of user code on every stack of the trie.
class UserFrames {
 public:
  /// `frame_pointers`: the call chains were walked along frame pointers, where the frame after a
  /// function without one (libc, the vdso, leaf functions of g++) is its GRANDparent: then only
  /// what the innermost user-space address itself says is known.
  UserFrames(const SymbolizedProfile& symbolized, const UserCode& user_code, bool frame_pointers);

  /// nullptr: no user code on the stack, or not known.
  [[nodiscard]] const Frame* of(StackId stack) const { return frames_[stack]; }

  /// The user's code itself was executing: the frame stands at the stack's leaf address.
  [[nodiscard]] bool at_leaf(StackId stack) const { return at_leaf_[stack]; }

  /// A caller stands on the stack, but frame pointers do not tell which function it called.
  [[nodiscard]] bool caller_doubtful(StackId stack) const { return doubtful_[stack]; }

 private:
  std::vector<const Frame*> frames_;
  std::vector<bool> at_leaf_;
  std::vector<bool> doubtful_;
};

}  // namespace cxprof
