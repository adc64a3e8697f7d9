#pragma once

#include "runner/record/recorder.h"

namespace cxprof {

/// Records with `perf record`.
class PerfRecorder : public Recorder {
 public:
  [[nodiscard]] std::string name() const override { return "perf"; }
  [[nodiscard]] std::string version(const Capabilities& capabilities) const override {
    return capabilities.perf_version;
  }
  [[nodiscard]] std::optional<Finding> availability(
      const Capabilities& capabilities) const override;
  RecorderResult record(const RecordRequest& request, const Capabilities& capabilities,
                        const std::filesystem::path& run_directory,
                        const ProgramRunRequest& program, const InheritedState& inherited,
                        const RecordLimits& limits) override;
};

}  // namespace cxprof
