#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "runner/load/damage_log.h"
#include "runner/load/decompressor.h"
#include "runner/load/event_table.h"
#include "runner/load/features.h"
#include "runner/load/file_header.h"
#include "runner/load/read_ahead.h"
#include "runner/load/record_queue.h"
#include "runner/load/record_types.h"
#include "runner/load/recording_bytes.h"
#include "runner/profile/raw_profile.h"

namespace cxprof::perf_data {

/// Goes through a recording's records from front to back. Those that need the order of time
/// (samples, mappings, names, forks) are put into a queue; all others are dealt with on the way:
/// counters of losses, and, in a pipe, attributes, features and build ids.
class RecordReader {
 public:
  /// What is looked at. In a pipe the facts about the recording (attributes, features, build ids)
  /// are records among the others, and those of the end are needed at the beginning.
  enum class Part : std::uint8_t { all, facts, all_but_facts };

  /// Everything is filled while reading; all of it must outlive the reader. `data`: where the
  /// records stand in the file. `trust_rounds`: records may leave the queue before the end.
  RecordReader(RecordingBytes& bytes, Section data, EventTable& events, Features& features,
               RecordQueue& queue, DamageLog& damage, Part part, bool trust_rounds);

  /// Reads the next stretch of the file. False: nothing is left, or no record can begin at the
  /// place that was reached.
  bool read_some();

  /// Copies a stretch of the file that will be needed soon. Any thread, at any time.
  void prefetch() { ahead_.prefetch(); }

  [[nodiscard]] RecordingLosses losses() const;

 private:
  std::uint64_t read_records(std::span<const std::byte> bytes, std::uint64_t remaining,
                             const std::shared_ptr<Window>& window);
  std::uint64_t size_in_file(Record record, std::uint64_t remaining);
  void visit(Record record, const std::shared_ptr<Window>& window);
  void visit_session_record(Record record);
  void add(Record record, const std::shared_ptr<Window>& window);
  void count_lost(Record record);
  void read_session_record(Record record);
  void decompress(Record record);
  void finish();

  RecordingBytes& bytes_;
  EventTable& events_;
  Features& features_;
  RecordQueue& queue_;
  DamageLog& damage_;
  ReadAhead ahead_;
  Part part_;
  bool trust_rounds_;
  std::uint64_t at_ = 0;                        // in the file
  std::uint64_t end_ = 0;                       // of the data in the file
  std::unique_ptr<Decompressor> decompressor_;  // absent: nothing compressed was met
  std::uint64_t last_time_ = 0;
  bool stopped_ = false;                // no record can begin at the place that was reached
  RecordingLosses losses_;              // without what the two below add
  std::uint64_t lost_in_buffers_ = 0;   // by LOST records, as it happened
  std::uint64_t lost_by_counters_ = 0;  // by perf's LOST_SAMPLES records at the end
};

}  // namespace cxprof::perf_data
