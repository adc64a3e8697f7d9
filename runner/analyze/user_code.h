#pragma once

#include <vector>

#include "runner/analyze/analyze.h"

namespace cxprof {

/// Which functions are the user's own code and which the runtime's (libc, standard library,
/// allocators, kernel, other people's libraries).
class UserCode {
 public:
  UserCode(const SymbolizedProfile& symbolized, ModuleId program, const AnalyzeOptions& options);

  [[nodiscard]] bool is_user(FunctionId function) const { return is_user_[function]; }

  /// The innermost user's frame at an address, inlined ones included; nullptr: none.
  [[nodiscard]] const Frame* innermost(const std::vector<Frame>& frames) const;

 private:
  std::vector<bool> is_user_;
};

}  // namespace cxprof
