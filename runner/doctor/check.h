#pragma once

#include <string>
#include <vector>

namespace cxprof::doctor {

enum class State {
  ok,
  limited,  ///< Recording works; less is seen than could be.
  missing,  ///< Something that a profile needs.
};

/// One line of `cxprof doctor`.
struct Check {
  std::string code;   ///< Stable kebab-case key for machines, e.g. "perf-found".
  std::string title;  ///< What was looked at.
  State state = State::ok;
  std::string text;      ///< What was seen.
  std::string command;   ///< The one command that mends it. Empty: none.
  std::string security;  ///< What that command means for security. Empty: nothing.
};

using Checks = std::vector<Check>;

}  // namespace cxprof::doctor
