#include "runner/record/record.h"

#include <spdlog/spdlog.h>

#include "runner/verbs/verbs.h"

namespace cxprof {

int record_only(const RecordOptions& options) {
  Recording recording = record(options.request);
  if (recording.failure) {
    spdlog::error("{}; {}", recording.failure->text, recording.failure->advice);
  } else {
    spdlog::info("recorded; report with: cxprof report {}", recording.run_directory.string());
  }
  end_like(recording.exit);
}

}  // namespace cxprof
