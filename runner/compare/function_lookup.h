#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/profile/profile.h"

namespace cxprof {

/// What a name as the user wrote it stands for in a profile.
struct FunctionMatch {
  bool found = false;  ///< There is such a function, ranked or without a sample.
  /// Demangled names that it stands for in the rankings, sorted. Empty: none of it has a sample.
  std::vector<std::string> symbols;
};

/// Finds functions by name: among those that have samples, and among those that the project's
/// binaries define (SymbolizedProfile::defined_functions) and that have none. Literal matches of
/// either kind come before globs of any; see analyze/function_pattern.h.
class FunctionLookup {
 public:
  explicit FunctionLookup(const Profile& profile);

  [[nodiscard]] FunctionMatch find(std::string_view name) const;

  /// The names most like one that was not found, the most alike first: of the project's own
  /// functions, and of the runtime's where they are very like it.
  [[nodiscard]] std::vector<std::string> nearest(std::string_view name) const;

 private:
  template <typename Matches>
  [[nodiscard]] FunctionMatch find_if(Matches matches) const;

  std::vector<std::pair<std::string, std::string>> ranked_;  ///< Symbol, mangled; sorted.
  const Rankings& rankings_;
  const std::vector<DefinedFunction>& defined_;
};

}  // namespace cxprof
