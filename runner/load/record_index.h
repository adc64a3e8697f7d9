#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runner/load/damage_log.h"
#include "runner/load/decompressor.h"
#include "runner/load/event_table.h"
#include "runner/load/features.h"
#include "runner/load/record_types.h"
#include "runner/load/recording_bytes.h"
#include "runner/profile/raw_profile.h"

namespace cxprof::perf_data {

/// Where a record stands and when it was made.
struct IndexedRecord {
  std::uint64_t time_ns = 0;
  const std::byte* data = nullptr;
};

/// One pass over a recording's records. Those that need the order of time (samples, mappings,
/// names, forks) are put into an index; all others are dealt with on the way: counters of losses,
/// and, in a pipe, attributes, features and build ids.
class RecordIndex {
 public:
  /// Everything is filled while reading; all of it must outlive the index.
  RecordIndex(RecordingBytes& bytes, EventTable& events, Features& features, DamageLog& damage);

  /// Walks the records in `data` up to its end or to the first place where no record can begin.
  void read(std::span<const std::byte> data);

  /// Puts the records in time order, those of the same time as they stand in the file. Recordings
  /// whose records do not all carry a time stay in the order of the file, as perf reads them.
  void sort();

  [[nodiscard]] const std::vector<IndexedRecord>& records() const { return records_; }
  [[nodiscard]] std::size_t sample_count() const { return sample_count_; }
  [[nodiscard]] RecordingLosses losses() const;

 private:
  std::size_t read_records(std::span<const std::byte> data);
  std::uint64_t size_in_file(Record record, std::size_t remaining);
  void visit(Record record);
  void add(Record record);
  void count_lost(Record record);
  void read_session_record(Record record);
  void decompress(Record record);

  RecordingBytes& bytes_;
  EventTable& events_;
  Features& features_;
  DamageLog& damage_;
  std::unique_ptr<Decompressor> decompressor_;  // absent: nothing compressed was met
  std::vector<IndexedRecord> records_;
  std::size_t sample_count_ = 0;
  std::uint64_t last_time_ = 0;
  bool stopped_ = false;                // no record can begin at the place that was reached
  RecordingLosses losses_;              // without what the two below add
  std::uint64_t lost_in_buffers_ = 0;   // by LOST records, as it happened
  std::uint64_t lost_by_counters_ = 0;  // by perf's LOST_SAMPLES records at the end
};

}  // namespace cxprof::perf_data
