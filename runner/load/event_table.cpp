#include "runner/load/event_table.h"

#include <linux/perf_event.h>

#include <algorithm>
#include <bit>

namespace cxprof::perf_data {
namespace {

constexpr std::size_t word = 8;

// Bytes that those of `fields` take which are present; each takes one word.
std::size_t bytes_of(std::uint64_t sample_type, std::uint64_t fields) {
  return word * static_cast<std::size_t>(std::popcount(sample_type & fields));
}

}  // namespace

// Order of the fields: the comments at PERF_RECORD_SAMPLE and struct sample_id in
// include/uapi/linux/perf_event.h.
EventTable::Layout EventTable::layout_of(const EventAttributes& attributes) {
  const std::uint64_t type = attributes.sample_type;
  Layout layout;
  const std::size_t body = Record::header_size;
  if (type & PERF_SAMPLE_IDENTIFIER) {
    layout.sample_id = body;
  } else if (type & PERF_SAMPLE_ID) {
    layout.sample_id = body + bytes_of(type, PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
                                                 PERF_SAMPLE_ADDR);
  }
  if (type & PERF_SAMPLE_TIME) {
    layout.sample_time =
        body + bytes_of(type, PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID);
  }
  if (!attributes.sample_id_all) return layout;

  constexpr std::uint64_t after_id =
      PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER;
  constexpr std::uint64_t after_time = PERF_SAMPLE_ID | after_id;
  constexpr std::uint64_t all = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | after_time;
  layout.trailer = bytes_of(type, all);
  if (type & PERF_SAMPLE_TIME) layout.trailer_time = word + bytes_of(type, after_time);
  if (type & PERF_SAMPLE_IDENTIFIER) {
    layout.trailer_id = word;
  } else if (type & PERF_SAMPLE_ID) {
    layout.trailer_id = word + bytes_of(type, after_id);
  }
  return layout;
}

void EventTable::add(EventAttributes attributes) {
  auto index = static_cast<std::uint32_t>(events_.size());
  for (std::uint64_t id : attributes.ids) index_of_id_.emplace(id, index);
  layouts_.push_back(layout_of(attributes));
  same_layout_ = same_layout_ && layouts_.back() == layouts_.front();
  events_.push_back(std::move(attributes));
}

void EventTable::rename(std::uint64_t id, std::string name) {
  if (auto index = event_of_id(id)) events_[*index].name = std::move(name);
}

void EventTable::rename_at(std::size_t index, std::string name) {
  if (index < events_.size()) events_[index].name = std::move(name);
}

bool EventTable::all_records_timed() const {
  return std::ranges::all_of(layouts_, [](const Layout& layout) {
    return layout.trailer_time != 0 && layout.sample_time != 0;
  });
}

std::optional<std::uint32_t> EventTable::event_of_id(std::uint64_t id) const {
  auto found = index_of_id_.find(id);
  if (found == index_of_id_.end()) return std::nullopt;
  return found->second;
}

std::optional<std::uint32_t> EventTable::event_of_sample(Record record) const {
  if (events_.empty()) return std::nullopt;
  // One event needs no ids. Several without ids cannot be told apart: perf takes the first, too.
  std::size_t at = layouts_.front().sample_id;
  if (events_.size() == 1 || at == 0) return 0;
  if (at + word > record.size()) return std::nullopt;
  return event_of_id(record.word_at(at));
}

const EventTable::Layout& EventTable::trailer_layout(Record record) const {
  const Layout& first = layouts_.front();
  if (same_layout_ || first.trailer_id == 0) return first;
  if (record.size() < Record::header_size + first.trailer) return first;
  // Records that perf synthesized carry id 0 and the first event's layout.
  auto event = event_of_id(record.word_at(record.size() - first.trailer_id));
  return event ? layouts_[*event] : first;
}

std::optional<std::uint64_t> EventTable::time_of(Record record) const {
  if (events_.empty()) return std::nullopt;
  if (record.type() == RecordType::sample) {
    std::uint32_t event = same_layout_ ? 0 : event_of_sample(record).value_or(0);
    std::size_t at = layouts_[event].sample_time;
    if (at == 0 || at + word > record.size()) return std::nullopt;
    return record.word_at(at);
  }
  const Layout& layout = trailer_layout(record);
  if (layout.trailer_time == 0 || record.size() < Record::header_size + layout.trailer) {
    return std::nullopt;
  }
  return record.word_at(record.size() - layout.trailer_time);
}

}  // namespace cxprof::perf_data
