#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "runner/load/file_header.h"
#include "runner/load/recording_bytes.h"

namespace cxprof::perf_data {

/// Copies of a file's data, stretch by stretch, made by whichever thread has time before they are
/// needed: going through the records is one thread's work at a time, copying them need not be.
class ReadAhead {
 public:
  /// `bytes` must outlive this object. `data`: the part of the file that is read.
  ReadAhead(RecordingBytes& bytes, Section data) : bytes_(bytes), data_(data) {}

  /// Reads the next stretch that nobody has read yet, unless enough of them wait. Any thread.
  void prefetch();

  /// A window that holds the place `at` of the data and every record that begins up to the end of
  /// its stretch. Waits where another thread is reading it. Throws Error when it cannot be read.
  std::shared_ptr<Window> window_at(std::uint64_t at);

 private:
  std::shared_ptr<Window> read(std::uint64_t stretch);

  RecordingBytes& bytes_;
  Section data_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable arrived_;
  std::map<std::uint64_t, std::shared_ptr<Window>> windows_;  // nullptr: being read
  std::uint64_t next_ = 0;                                    // stretch that nobody reads yet
  std::uint64_t needed_ = 0;                                  // stretch that was asked for last
};

}  // namespace cxprof::perf_data
