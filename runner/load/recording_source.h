#pragma once

#include <memory>

#include "runner/load/damage_log.h"
#include "runner/load/event_table.h"
#include "runner/load/features.h"
#include "runner/load/record_queue.h"
#include "runner/load/record_reader.h"
#include "runner/load/recording_bytes.h"
#include "runner/load/replay.h"
#include "runner/profile/sample_source.h"

namespace cxprof::perf_data {

/// The samples of a perf.data file.
class RecordingSource final : public SampleSource {
 public:
  /// Reads the header. Throws Error when the file is none that we read.
  explicit RecordingSource(Recording recording);

  void prefetch() override { reader_->prefetch(); }
  bool next(SampleBatch& batch) override;
  Rest finish() override;

 private:
  Recording recording_;
  std::shared_ptr<RecordingBytes> bytes_;
  EventTable events_;
  Features features_;
  RecordQueue queue_;
  DamageLog damage_;
  Findings findings_;
  std::unique_ptr<RecordReader> reader_;
  std::unique_ptr<Replay> replay_;
  std::vector<bool> has_samples_;  // by event
  std::uint64_t sample_count_ = 0;
};

}  // namespace cxprof::perf_data
