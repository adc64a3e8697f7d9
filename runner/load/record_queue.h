#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runner/load/recording_bytes.h"

namespace cxprof::perf_data {

/// Where a record stands and when it was made.
struct QueuedRecord {
  std::uint64_t time_ns = 0;
  const std::byte* data = nullptr;
  Window* window = nullptr;  ///< That holds it.
};

/// Puts records in order of time, those of the same time as they stand in the file, without having
/// seen all of them. perf writes what the kernel's buffers hold in rounds, one buffer after the
/// other; a record of one round is never older than all of the round before the last. So at the end
/// of a round everything up to the newest record of the round before it is complete (the rule of
/// perf's own reader, tools/perf/util/ordered-events.c).
class RecordQueue {
 public:
  void add(std::uint64_t time_ns, const std::byte* data, const std::shared_ptr<Window>& window);

  /// A round is complete.
  void finish_round();
  /// The file is read to its end: everything is complete.
  void finish();
  /// All that was added is complete: the records are in order already, or cannot be put in order.
  void release_all();

  [[nodiscard]] bool ready() const { return next_ < ready_.size(); }
  /// The next complete record. Only when ready().
  QueuedRecord take();

  /// The windows that hold records which were not taken yet, and those taken since the last call:
  /// who goes on with the latter has to keep them. Windows without waiting records are dropped
  /// here.
  std::vector<std::shared_ptr<const void>> windows();

  /// Records that came too late: older than what had been complete already.
  [[nodiscard]] std::uint64_t late() const { return late_; }

 private:
  void release_up_to(std::uint64_t limit);

  std::vector<QueuedRecord> pending_;
  bool pending_in_order_ = true;
  std::vector<QueuedRecord> ready_;
  std::size_t next_ = 0;             // of ready_
  std::uint64_t newest_ = 0;         // of all records
  std::uint64_t newest_before_ = 0;  // up to the end of the last round
  std::uint64_t released_ = 0;       // everything up to here is complete
  std::uint64_t late_ = 0;
  std::vector<std::shared_ptr<Window>> windows_;
};

}  // namespace cxprof::perf_data
