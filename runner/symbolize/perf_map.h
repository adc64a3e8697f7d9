#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runner/symbolize/range_index.h"

namespace cxprof {

/// The functions that a just-in-time compiler wrote to /tmp/perf-PID.map: lines "START SIZE name",
/// numbers hexadecimal, the rest of the line the name (tools/perf/Documentation/jit-interface.txt).
/// Where code was replaced the line written last stands.
class PerfMap {
 public:
  explicit PerfMap(std::string text);

  struct Symbol {
    std::uint64_t start = 0;
    std::string_view name;
  };

  /// The function that holds `address`, or nullptr.
  [[nodiscard]] const Symbol* find(std::uint64_t address) const;

 private:
  std::string text_;  ///< The names point into it.
  std::vector<Symbol> symbols_;
  RangeIndex by_address_;
};

/// The text of a map file. Empty: there is none, or it belongs neither to this user nor to root
/// (anybody may write into /tmp).
std::string read_perf_map(const std::string& path);

}  // namespace cxprof
