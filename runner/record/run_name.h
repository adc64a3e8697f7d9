#pragma once

#include <optional>
#include <string>

namespace cxprof {

/// The name of a run directory: YYYYmmdd-HHMMSS[-n], in the order in which the runs began.
struct RunName {
  std::string stamp;    ///< Local time, to the second.
  unsigned number = 1;  ///< Which run of that second; 1 is not written.

  [[nodiscard]] std::string text() const;
  bool operator<(const RunName& other) const;
};

/// Nothing: not a name of ours.
std::optional<RunName> parse_run_name(const std::string& name);

}  // namespace cxprof
