#pragma once

#include <cstdint>
#include <string>

#include "runner/profile/finding.h"

namespace cxprof::perf_data {

/// Collects what is damaged in a recording's data: the first place in full, the rest as a number.
class DamageLog {
 public:
  /// `what` is a full sentence without the final stop that names file and offset.
  void note(std::string what);

  [[nodiscard]] bool empty() const { return places_ == 0; }
  /// One sentence about all of it. Only when not empty().
  [[nodiscard]] std::string sentence() const;
  [[nodiscard]] Finding finding() const;

 private:
  std::string first_;
  std::uint64_t places_ = 0;
};

}  // namespace cxprof::perf_data
