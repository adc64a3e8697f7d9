#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runner/load/build_id_table.h"
#include "runner/load/event_table.h"
#include "runner/load/module_table.h"
#include "runner/load/process_maps.h"
#include "runner/load/record_types.h"
#include "runner/load/recording_bytes.h"
#include "runner/load/side_band.h"
#include "runner/load/thread_names.h"
#include "runner/profile/sample_source.h"

namespace cxprof::perf_data {

/// What the recorded processes looked like, as it changes from record to record in order of time:
/// their mappings and the names of their threads.
class Replay {
 public:
  /// All must outlive this object.
  Replay(const RecordingBytes& bytes, const EventTable& events, const BuildIdTable& build_ids)
      : bytes_(bytes), events_(events), modules_(build_ids) {}

  /// The next record: a sample is appended to `samples`, anything else changes the state. Throws
  /// Error when the record is damaged.
  void apply(Record record, std::vector<Sample>& samples);

  /// What the samples since the last call refer to; the same object as before where nothing was
  /// added. Address spaces that no process has any more stand in it once, and then no more.
  std::shared_ptr<const KnownCode> known_code(const std::string& machine);

  /// The names that samples refer to; none are left here.
  std::vector<std::string> take_thread_names() { return names_.take(); }

 private:
  Sample decode(Record record, ByteReader body);
  void map(const MapRecord& record);
  void rename(const CommRecord& record);
  void fork(const ForkRecord& record);

  const RecordingBytes& bytes_;
  const EventTable& events_;
  ModuleTable modules_;
  ProcessMaps maps_;
  ThreadNames names_;
  std::shared_ptr<const KnownCode> known_code_;
};

}  // namespace cxprof::perf_data
