#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "runner/profile/finding.h"
#include "runner/symbolize/perf_map.h"

namespace cxprof {

/// Names of code that processes made at run time, from their map files.
class JitSymbolizer {
 public:
  /// The function of process `pid` at `address`, or nullptr. `samples`: how many stood exactly
  /// there.
  const PerfMap::Symbol* find(std::int32_t pid, std::uint64_t address, std::uint64_t samples);

  /// Says whose map files are missing and how many samples have no name for it. Nothing is added
  /// where no sample is concerned.
  void report(Findings& findings) const;

 private:
  std::map<std::int32_t, std::unique_ptr<PerfMap>> maps_;  ///< nullptr: no usable file.
  std::set<std::int32_t> without_map_;                     ///< Processes with unnamed samples.
  std::uint64_t unnamed_samples_ = 0;
};

}  // namespace cxprof
