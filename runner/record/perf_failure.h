#pragma once

#include <string>

#include "runner/profile/finding.h"
#include "runner/record/child_process.h"

namespace cxprof {

/// What is known about a perf that recorded nothing.
struct PerfFailure {
  std::string perf;    ///< Path or name of the perf that was tried.
  std::string event;   ///< Event that was asked for.
  std::string output;  ///< What perf printed.
  ChildEnd end;        ///< How it ended.
  bool hung = false;   ///< We killed it because it did not get as far as starting the program.
  bool as_root = false;
  int paranoid = 0;  ///< /proc/sys/kernel/perf_event_paranoid
};

/// Names the cause, and what to do about it, from perf's own words. The texts are those of perf
/// 4.x to 6.x (tools/perf/util/evsel.c, evsel__open_strerror) and of the wrapper scripts that
/// Debian and Ubuntu install as `perf`.
Finding classify_perf_failure(const PerfFailure& failure);

/// There is no perf. `path` is what the user named (--perf); empty: PATH was searched.
Finding perf_not_found(const std::string& path);

}  // namespace cxprof
