#pragma once

#include <chrono>
#include <filesystem>

namespace cxprof {

/// How long the recording room waits for others, and where its launcher is. The defaults are what
/// users get; tests shorten them.
struct RecordLimits {
  /// perf has not started its program by then: it hangs.
  std::chrono::milliseconds perf_start{10'000};
  /// perf has not finished its file by then, counted from the program's end or from when it was
  /// last seen working.
  std::chrono::milliseconds perf_finish{10'000};
  /// Between the first request to end (SIGTERM, SIGINT) and SIGKILL.
  std::chrono::milliseconds grace{2'000};
  /// What others still write into the program's stdout and stderr after its end is kept this long.
  std::chrono::milliseconds drain{1'000};
  /// git, asked for the revision.
  std::chrono::milliseconds git{2'000};
  /// cxprof-launcher. Empty: the one that belongs to this executable.
  std::filesystem::path launcher;
};

}  // namespace cxprof
