#pragma once

#include <string>
#include <vector>

namespace cxprof {

enum class Severity { note, warning, error };

/// Something the reader of a profile must know before trusting its numbers. Degraded results travel
/// as data and are worded once, where they are found.
struct Finding {
  Severity severity = Severity::warning;
  std::string code;    ///< Stable kebab-case key for machines, e.g. "truncated-stacks".
  std::string text;    ///< One sentence: what was seen, with the numbers.
  std::string advice;  ///< One sentence or command: what to do about it. Empty: nothing to do.

  bool operator==(const Finding&) const = default;
};

using Findings = std::vector<Finding>;

}  // namespace cxprof
