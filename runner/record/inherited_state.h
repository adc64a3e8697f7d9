#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cxprof {

/// What this process got from its parent and the program must get from it, unchanged by us or perf.
struct InheritedState {
  std::uint64_t ignored_signals = 0;  ///< Bit n-1: signal n.
  std::uint64_t blocked_signals = 0;  ///< Bit n-1: signal n.
  std::vector<int> descriptors;       ///< Open, above stderr, and not close-on-exec.
  std::string environment;            ///< NUL-terminated strings, one after the other.
};

/// Reads the state of this process. Call it before changing any of it.
InheritedState inherited_state();

[[nodiscard]] inline bool contains_signal(std::uint64_t set, int signal) {
  return ((set >> (signal - 1)) & 1) != 0;
}

}  // namespace cxprof
