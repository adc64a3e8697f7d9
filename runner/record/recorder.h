#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/profile/finding.h"
#include "runner/profile/record_request.h"
#include "runner/record/inherited_state.h"
#include "runner/record/record_limits.h"
#include "runner/record/run_program.h"

namespace cxprof {

/// What this machine offers for recording.
struct Capabilities {
  std::filesystem::path perf;  ///< The perf that would be used, absolute. Empty: there is none.
  std::string perf_version;    ///< e.g. "6.1.187". Empty: it did not say.
  std::optional<Finding> perf_failure;  ///< Why it cannot be used, as far as its --version tells.
  int perf_event_paranoid = 0;  ///< /proc/sys/kernel/perf_event_paranoid; 0 where unreadable.
};

/// Finds out. Starts `perf --version`, at most for `limits.perf_start`.
Capabilities probe_capabilities(const RecordRequest& request, const RecordLimits& limits);

/// One attempt to record the program.
struct RecorderResult {
  ProgramRun run;  ///< `run.launched` false: the program has not run, another may try.
  /// Set when there is no usable recording.
  std::optional<Finding> failure;
  std::filesystem::path perf_data;  ///< The recording. Empty with `failure`.
  Findings findings;
};

/// A way to record. All of them write perf.data, so that one loader serves them.
class Recorder {
 public:
  virtual ~Recorder() = default;

  /// As in Recording::recorder.
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual std::string version(const Capabilities& capabilities) const = 0;

  /// Nothing: it can be tried here. Else why not.
  [[nodiscard]] virtual std::optional<Finding> availability(
      const Capabilities& capabilities) const = 0;

  /// Runs the program at most once, recorded into `run_directory`.
  virtual RecorderResult record(const RecordRequest& request, const Capabilities& capabilities,
                                const std::filesystem::path& run_directory,
                                const ProgramRunRequest& program, const InheritedState& inherited,
                                const RecordLimits& limits) = 0;
};

}  // namespace cxprof
