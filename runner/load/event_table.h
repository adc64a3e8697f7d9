#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "runner/load/event_attributes.h"
#include "runner/load/record_types.h"

namespace cxprof::perf_data {

/// The events of a recording, and what their attributes say about every record: which event it
/// belongs to and when it was made.
class EventTable {
 public:
  void add(EventAttributes attributes);
  /// Names the event that `id` belongs to; nothing happens when there is none.
  void rename(std::uint64_t id, std::string name);
  /// Names the event at `index`; nothing happens when there is none.
  void rename_at(std::size_t index, std::string name);

  [[nodiscard]] const std::vector<EventAttributes>& events() const { return events_; }
  [[nodiscard]] bool empty() const { return events_.empty(); }

  /// Whether every kernel record carries its time, so that records can be put in time order.
  [[nodiscard]] bool all_records_timed() const;

  /// Index of the event that a SAMPLE record belongs to. Absent: its id belongs to no event, or
  /// the record is too short to hold one.
  [[nodiscard]] std::optional<std::uint32_t> event_of_sample(Record record) const;

  /// When `record` was made, in nanoseconds of perf's clock. Absent: the record does not say.
  /// perf's own synthesized records say 0.
  [[nodiscard]] std::optional<std::uint64_t> time_of(Record record) const;

 private:
  // Offsets in bytes, derived from sample_type once. 0: no such field.
  struct Layout {
    std::size_t sample_id = 0;     // of the id, from the start of a SAMPLE record
    std::size_t sample_time = 0;   // of the time, from the start of a SAMPLE record
    std::size_t trailer = 0;       // size of the sample_id at the end of other records
    std::size_t trailer_id = 0;    // of the id, back from the record's end
    std::size_t trailer_time = 0;  // of the time, back from the record's end
    bool operator==(const Layout&) const = default;
  };
  static Layout layout_of(const EventAttributes& attributes);

  [[nodiscard]] std::optional<std::uint32_t> event_of_id(std::uint64_t id) const;
  [[nodiscard]] const Layout& trailer_layout(Record record) const;

  std::vector<EventAttributes> events_;
  std::vector<Layout> layouts_;  // parallel to events_
  bool same_layout_ = true;      // for all events
  std::unordered_map<std::uint64_t, std::uint32_t> index_of_id_;
};

}  // namespace cxprof::perf_data
