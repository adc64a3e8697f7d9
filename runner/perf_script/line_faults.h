#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runner/profile/finding.h"

namespace cxprof::perf_script {

/// Lines that are no perf script text: the first few with their numbers, and how many.
class LineFaults {
 public:
  /// `number` counts from 1. Messages that perf itself mixes in (its warnings) are no faults.
  void note(std::uint64_t number, std::string_view line);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] Finding finding(const std::string& file) const;

 private:
  struct Fault {
    std::uint64_t line;
    std::string text;
  };
  std::uint64_t count_ = 0;
  std::vector<Fault> first_;
};

}  // namespace cxprof::perf_script
