#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runner/profile/address_space.h"
#include "runner/profile/event.h"
#include "runner/profile/finding.h"
#include "runner/profile/module.h"
#include "runner/profile/recording.h"
#include "runner/profile/sample.h"

namespace cxprof {

/// What the kernel or perf said it could not record.
struct RecordingLosses {
  std::uint64_t lost_samples = 0;      ///< PERF_RECORD_LOST and LOST_SAMPLES, each loss once.
  std::uint64_t throttle_records = 0;  ///< PERF_RECORD_THROTTLE.
  std::uint64_t skipped_records = 0;   ///< Records of a type we do not know, skipped by size.
};

/// A recording, read: what ran, what was mapped where and when, and the samples.
struct RawProfile {
  Recording recording;  ///< Completed from the file's own header where it was not known.
  std::vector<Event> events;
  std::vector<Module> modules;  ///< [0] is the unknown module.
  std::vector<AddressSpace> address_spaces;
  std::vector<std::string> thread_names;
  std::vector<Sample> samples;  ///< Ordered by time, all events together.
  RecordingLosses losses;
  Findings findings;

  /// Keeps the bytes alive that the samples' views point into (the mapped file).
  std::shared_ptr<const void> storage;
};

}  // namespace cxprof
