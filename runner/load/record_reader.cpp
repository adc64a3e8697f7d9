#include "runner/load/record_reader.h"

#include <algorithm>

#include "runner/support/error.h"

namespace cxprof::perf_data {
namespace {

bool is_fact(RecordType type) {
  return type == RecordType::header_attr || type == RecordType::header_build_id ||
         type == RecordType::event_update || type == RecordType::header_feature;
}

}  // namespace

RecordReader::RecordReader(RecordingBytes& bytes, Section data, EventTable& events,
                           Features& features, RecordQueue& queue, DamageLog& damage, Part part,
                           bool trust_rounds)
    : bytes_(bytes),
      events_(events),
      features_(features),
      queue_(queue),
      damage_(damage),
      ahead_(bytes, data),
      part_(part),
      trust_rounds_(trust_rounds),
      at_(data.offset),
      end_(data.offset + data.size) {}

bool RecordReader::read_some() {
  std::uint64_t left = end_ - at_;
  if (stopped_ || left == 0) return false;
  auto window = ahead_.window_at(at_);
  auto bytes = window->bytes.subspan(static_cast<std::size_t>(at_ - window->offset));
  std::uint64_t consumed = read_records(bytes, left, window);
  at_ += consumed;
  if (!stopped_ && (consumed == 0 || at_ == end_)) finish();
  if (part_ == Part::facts) return true;
  bool at_end = stopped_ || at_ == end_;
  if (!events_.all_records_timed()) {
    // They stay in the order of the file, as perf reads them.
    if (trust_rounds_ || at_end) queue_.release_all();
  } else if (at_end) {
    queue_.finish();
  }
  return true;
}

void RecordReader::finish() {
  stopped_ = true;
  if (part_ == Part::facts) return;  // who reads the rest comes by here, too
  if (at_ != end_) {
    damage_.note(fmt::format("{}: the file is cut: the record at offset {} is not whole",
                             bytes_.name(), at_));
  } else if (decompressor_ && !decompressor_->pending().empty()) {
    damage_.note(
        fmt::format("{}: the file is cut: the last compressed record is not whole", bytes_.name()));
  }
}

// Returns how many bytes the whole records at the front of `bytes` take. `remaining`: as many
// follow in all from their first one on.
std::uint64_t RecordReader::read_records(std::span<const std::byte> bytes, std::uint64_t remaining,
                                         const std::shared_ptr<Window>& window) {
  std::uint64_t at = 0;
  while (!stopped_ && at < bytes.size() && bytes.size() - at >= Record::header_size) {
    Record record(bytes.data() + at);
    if (record.size() < Record::header_size) {
      stopped_ = true;
      if (part_ == Part::facts) break;
      damage_.note(fmt::format("{}: the file is damaged: the record at {} has size {}",
                               bytes_.name(), bytes_.place(bytes.data() + at), record.size()));
      break;
    }
    if (record.size() > bytes.size() - at) break;
    std::uint64_t size = size_in_file(record, remaining - at);
    if (size > remaining - at) break;
    visit(record, window);
    at += size;
  }
  return at;
}

// Two of perf's records are followed by data of their own, which their header does not count.
std::uint64_t RecordReader::size_in_file(Record record, std::uint64_t remaining) {
  if (record.type() != RecordType::auxtrace && record.type() != RecordType::header_tracing_data) {
    return record.size();
  }
  std::uint64_t extra = 0;
  ByteReader body = bytes_.reader(record.body());
  if (record.type() == RecordType::auxtrace && body.remaining() >= sizeof(std::uint64_t)) {
    extra = body.read<std::uint64_t>("the size of trace data");
  } else if (record.type() == RecordType::header_tracing_data &&
             body.remaining() >= sizeof(std::uint32_t)) {
    extra = body.read<std::uint32_t>("the size of tracing data");
  }
  return extra > remaining ? extra : record.size() + extra;
}

void RecordReader::visit(Record record, const std::shared_ptr<Window>& window) {
  if (is_fact(record.type())) {
    if (part_ != Part::all_but_facts) visit_session_record(record);
    return;
  }
  bool compressed =
      record.type() == RecordType::compressed || record.type() == RecordType::compressed2;
  if (compressed) visit_session_record(record);
  if (compressed || part_ == Part::facts) return;
  switch (record.type()) {
    case RecordType::sample:
    case RecordType::mmap:
    case RecordType::mmap2:
    case RecordType::comm:
    case RecordType::fork:
      add(record, window);
      return;
    case RecordType::finished_round:
      if (trust_rounds_ && events_.all_records_timed()) queue_.finish_round();
      return;
    case RecordType::lost:
    case RecordType::lost_samples:
      count_lost(record);
      return;
    case RecordType::throttle:
      ++losses_.throttle_records;
      return;
    default:
      break;
  }
  bool known =
      (record.type() >= RecordType::mmap && record.type() <= RecordType::last_of_kernel) ||
      (record.type() >= RecordType::header_attr && record.type() <= RecordType::last_of_perf);
  if (!known) ++losses_.skipped_records;
}

void RecordReader::visit_session_record(Record record) {
  try {
    read_session_record(record);
  } catch (const Error& error) {
    // Who reads the rest decompresses it again, and says so then.
    if (part_ != Part::facts || is_fact(record.type())) damage_.note(error.what());
  }
}

void RecordReader::add(Record record, const std::shared_ptr<Window>& window) {
  // A record that does not say when it was made keeps its place behind the one before it.
  last_time_ = events_.time_of(record).value_or(last_time_);
  queue_.add(last_time_, record.bytes().data(), window);
}

void RecordReader::count_lost(Record record) {
  constexpr std::size_t words_in_lost = 2;  // id, lost
  std::size_t words = record.type() == RecordType::lost ? words_in_lost : 1;
  if (record.body().size() < words * sizeof(std::uint64_t)) {
    damage_.note(fmt::format("{}: the file is damaged: the record at {} is too short",
                             bytes_.name(), bytes_.place(record.bytes().data())));
    return;
  }
  if (record.type() == RecordType::lost_samples && (record.misc() & misc::lost_to_bpf_filter)) {
    return;
  }
  std::uint64_t lost = record.word_at(Record::header_size + (words - 1) * sizeof(std::uint64_t));
  if (record.type() == RecordType::lost) {
    lost_in_buffers_ += lost;
  } else if (events_.time_of(record).value_or(0) == 0) {
    lost_by_counters_ += lost;  // perf's own summary; the kernel's records have a time
  } else {
    losses_.lost_samples += lost;
  }
}

// Since 6.1 perf asks each counter at the end what it lost. That repeats what the LOST records said
// when the buffer was full, so the two must not be added up.
RecordingLosses RecordReader::losses() const {
  RecordingLosses losses = losses_;
  losses.lost_samples += std::max(lost_in_buffers_, lost_by_counters_);
  return losses;
}

void RecordReader::read_session_record(Record record) {
  ByteReader body = bytes_.reader(record.body());
  switch (record.type()) {
    case RecordType::header_attr: {
      // The attribute begins with its type and its size; the rest of the record are ids.
      ByteReader look_ahead = body;
      look_ahead.skip(sizeof(std::uint32_t), "an event's type");
      auto size = look_ahead.read<std::uint32_t>("the size of an event's attributes");
      EventAttributes attributes =
          parse_event_attributes(body.sub_reader(size, "an event's attributes"));
      while (body.remaining() >= sizeof(std::uint64_t)) {
        attributes.ids.push_back(body.read<std::uint64_t>("an event's id"));
      }
      events_.add(std::move(attributes));
      break;
    }
    case RecordType::header_build_id:
      features_.build_ids.add_entry(body, record.misc());
      break;
    case RecordType::event_update: {
      constexpr std::uint64_t update_name = 2;  // PERF_EVENT_UPDATE__NAME
      auto kind = body.read<std::uint64_t>("the kind of an event's update");
      auto id = body.read<std::uint64_t>("an event's id");
      if (kind == update_name) {
        events_.rename(id, body.fixed_string(body.remaining(), "an event's name"));
      }
      break;
    }
    case RecordType::header_feature: {
      auto id = body.read<std::uint64_t>("a feature's id");
      read_feature(static_cast<FeatureId>(id), body, features_, events_);
      break;
    }
    default:
      decompress(record);
  }
}

void RecordReader::decompress(Record record) {
  std::span<const std::byte> payload = record.body();
  if (record.type() == RecordType::compressed2) {
    // Unlike in COMPRESSED the record is padded to 8 bytes, so the payload has a size of its own.
    ByteReader body = bytes_.reader(payload);
    payload =
        body.bytes(body.read<std::uint64_t>("the size of compressed data"), "compressed data");
  }
  if (!decompressor_) decompressor_ = std::make_unique<Decompressor>(bytes_);
  try {
    decompressor_->feed(payload, [this](auto bytes, const auto& window) {
      return static_cast<std::size_t>(read_records(bytes, bytes.size(), window));
    });
  } catch (const Error&) {
    stopped_ = true;  // what follows in the stream depends on what is damaged
    throw;
  }
}

}  // namespace cxprof::perf_data
