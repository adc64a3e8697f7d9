#include "runner/load/byte_order_records.h"

#include <linux/perf_event.h>

#include <bit>

namespace cxprof::perf_data {
namespace {

constexpr std::uint64_t trailer_fields = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID |
                                         PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |
                                         PERF_SAMPLE_IDENTIFIER;

std::size_t trailer_size(std::uint64_t sample_type) {
  return sizeof(std::uint64_t) *
         static_cast<std::size_t>(std::popcount(sample_type & trailer_fields));
}

// struct sample_id: words, but for thread and CPU, which are two 32-bit numbers each.
void swap_trailer(std::span<std::byte> trailer, std::uint64_t sample_type) {
  FieldSwapper fields(trailer);
  if (sample_type & PERF_SAMPLE_TID) fields.swap_layout("44");
  if (sample_type & PERF_SAMPLE_TIME) fields.swap_layout("8");
  if (sample_type & PERF_SAMPLE_ID) fields.swap_layout("8");
  if (sample_type & PERF_SAMPLE_STREAM_ID) fields.swap_layout("8");
  if (sample_type & PERF_SAMPLE_CPU) fields.swap_layout("44");
  if (sample_type & PERF_SAMPLE_IDENTIFIER) fields.swap_layout("8");
}

// Fields of the kernel's records before their trailer, as FieldSwapper::swap_layout() takes them
// (include/uapi/linux/perf_event.h, enum perf_event_type).
const char* kernel_layout(std::uint32_t type, std::uint16_t record_misc) {
  switch (type) {
    case PERF_RECORD_MMAP:
      return "44888";
    case PERF_RECORD_MMAP2:  // major, minor, inode, generation, or as many bytes with a build id
      return record_misc & misc::mmap_build_id ? "44888" : "44888448844";
    case PERF_RECORD_LOST:
      return "88";
    case PERF_RECORD_COMM:
      return "44";
    case PERF_RECORD_EXIT:
    case PERF_RECORD_FORK:
      return "44448";
    case PERF_RECORD_THROTTLE:
    case PERF_RECORD_UNTHROTTLE:
      return "888";
    case PERF_RECORD_READ:
      return "44*";
    case PERF_RECORD_AUX:
      return "888";
    case PERF_RECORD_ITRACE_START:
    case PERF_RECORD_SWITCH_CPU_WIDE:
      return "44";
    case PERF_RECORD_LOST_SAMPLES:
      return "8";
    case PERF_RECORD_NAMESPACES:
      return "44*";
    case PERF_RECORD_KSYMBOL:
      return "8422";
    case PERF_RECORD_BPF_EVENT:
      return "224";
    case PERF_RECORD_CGROUP:
      return "8";
    case PERF_RECORD_TEXT_POKE:
      return "822";
    case 21 /* AUX_OUTPUT_HW_ID */:
      return "8";
    default:
      return "";
  }
}

// The same for perf's own records, which have no trailer
// (tools/lib/perf/include/perf/event.h, enum perf_user_event_type).
const char* perf_layout(std::uint32_t type) {
  switch (type) {
    case 65 /* HEADER_EVENT_TYPE */:
      return "8";
    case 66 /* HEADER_TRACING_DATA */:
    case 67 /* HEADER_BUILD_ID */:
      return "4";
    case 69 /* ID_INDEX */:
      return "*";
    case 70 /* AUXTRACE_INFO */:
      return "44*";
    case 71 /* AUXTRACE */:
      return "8884444";
    case 72 /* AUXTRACE_ERROR */:
      return "44444488";
    case 73 /* THREAD_MAP */:
      return "8";
    case 74 /* CPU_MAP */:
      return "2";
    case 75 /* STAT_CONFIG */:
      return "*";
    case 76 /* STAT */:
      return "844888";
    case 77 /* STAT_ROUND */:
      return "88";
    case 78 /* EVENT_UPDATE */:
      return "88";
    case 79 /* TIME_CONV */:
      return "*";
    case 83 /* COMPRESSED2 */:
      return "8";
    default:
      return "";
  }
}

}  // namespace

void RecordSwapper::add_event(EventAttributes attributes) {
  auto index = static_cast<std::uint32_t>(events_.events().size());
  for (std::uint64_t id : attributes.ids) event_of_id_.emplace(id, index);
  events_.add(std::move(attributes));
  const auto& first = events_.events().front();
  const auto& last = events_.events().back();
  same_trailers_ = same_trailers_ && ((first.sample_type ^ last.sample_type) & trailer_fields) == 0;
}

void RecordSwapper::append(std::span<const std::byte> data, std::vector<std::byte>& out) {
  std::size_t consumed = append_whole_records(data, out);
  // The start of a record that is cut: its header is right, so that the reader can tell.
  std::size_t at = out.size();
  out.insert(out.end(), data.begin() + static_cast<std::ptrdiff_t>(consumed), data.end());
  FieldSwapper(std::span(out).subspan(at)).swap_layout("422");
}

std::size_t RecordSwapper::append_whole_records(std::span<const std::byte> data,
                                                std::vector<std::byte>& out) {
  std::size_t consumed = 0;
  while (data.size() - consumed >= Record::header_size) {
    Record foreign(data.data() + consumed);
    auto type = byte_swapped(static_cast<std::uint32_t>(foreign.type()));
    std::uint64_t size = byte_swapped(foreign.size());
    std::size_t left = data.size() - consumed;
    if (size < Record::header_size || size > left) break;
    std::size_t at = out.size();
    auto source = data.subspan(consumed, static_cast<std::size_t>(size));
    out.insert(out.end(), source.begin(), source.end());
    std::span<std::byte> record = std::span(out).subspan(at);
    FieldSwapper header(record);
    header.swap<std::uint32_t>();
    auto record_misc = header.swap<std::uint16_t>();
    header.swap<std::uint16_t>();
    swap_body(type, record_misc, record);
    consumed += source.size();
    bool compressed = type == static_cast<std::uint32_t>(RecordType::compressed) ||
                      type == static_cast<std::uint32_t>(RecordType::compressed2);
    if (compressed && !stream_damaged_) {
      std::vector<std::byte> packed(out.begin() + static_cast<std::ptrdiff_t>(at), out.end());
      out.resize(at);
      append_decompressed(packed, out);
    }
    // Two records are followed by data of their own, which stay as they are.
    std::uint64_t extra = 0;
    Record native(out.data() + at);
    if (type == static_cast<std::uint32_t>(RecordType::auxtrace) && size >= 16) {
      extra = native.word_at(Record::header_size);
    } else if (type == static_cast<std::uint32_t>(RecordType::header_tracing_data) && size >= 16) {
      extra = native.word_at(Record::header_size) & 0xffffffffU;
    }
    auto behind = data.subspan(consumed);
    behind = behind.first(static_cast<std::size_t>(std::min<std::uint64_t>(extra, behind.size())));
    out.insert(out.end(), behind.begin(), behind.end());
    consumed += behind.size();
  }
  return consumed;
}

void RecordSwapper::append_decompressed(std::span<std::byte> record, std::vector<std::byte>& out) {
  Record packed(record.data());
  std::span<const std::byte> payload = packed.body();
  if (packed.type() == RecordType::compressed2 && payload.size() >= sizeof(std::uint64_t)) {
    std::uint64_t size = packed.word_at(Record::header_size);
    payload = payload.subspan(sizeof size);
    if (size < payload.size()) payload = payload.first(static_cast<std::size_t>(size));
  }
  if (!decompressor_) decompressor_ = std::make_unique<Decompressor>(bytes_);
  try {
    decompressor_->feed(payload,
                        [&](auto bytes, const auto&) { return append_whole_records(bytes, out); });
  } catch (const Error&) {
    // Left compressed, so that the reader stumbles over it, too, and says where.
    stream_damaged_ = true;
    out.insert(out.end(), record.begin(), record.end());
  }
}

void RecordSwapper::swap_body(std::uint32_t type, std::uint16_t record_misc,
                              std::span<std::byte> record) {
  auto body = record.subspan(Record::header_size);
  switch (static_cast<RecordType>(type)) {
    case RecordType::sample:
      swap_sample(record);
      return;
    case RecordType::header_attr:
      swap_attribute_record(body);
      return;
    case RecordType::header_feature: {
      FieldSwapper fields(body);
      auto feature = fields.swap<std::uint64_t>();
      swap_feature(feature, fields.rest());
      return;
    }
    default:
      break;
  }
  if (type < static_cast<std::uint32_t>(RecordType::header_attr)) {
    swap_kernel_record(type, record_misc, body);
  } else {
    FieldSwapper(body).swap_layout(perf_layout(type));
  }
}

void RecordSwapper::swap_sample(std::span<std::byte> record) {
  auto body = record.subspan(Record::header_size);
  FieldSwapper(body).swap_layout("*");
  if (auto event = events_.event_of_sample(Record(record.data()))) {
    repair_sample(body, events_.events()[*event]);
  }
}

void RecordSwapper::swap_attribute_record(std::span<std::byte> body) {
  constexpr std::size_t size_at = sizeof(std::uint32_t);
  if (body.size() < PERF_ATTR_SIZE_VER0) return;
  std::uint32_t size = 0;
  std::memcpy(&size, body.data() + size_at, sizeof size);
  FieldSwapper fields(body);
  auto attributes = fields.take(byte_swapped(size));
  swap_attributes(attributes);
  if (attributes.size() < PERF_ATTR_SIZE_VER0) return;
  EventAttributes event = parse_event_attributes(ByteReader(attributes, bytes_.name()));
  while (fields.remaining() >= sizeof(std::uint64_t)) {
    event.ids.push_back(fields.swap<std::uint64_t>());
  }
  add_event(std::move(event));
}

// What the record ends in. Events may disagree about that; then the id, which is last, tells.
std::uint64_t RecordSwapper::trailer_type(std::span<const std::byte> body) const {
  if (events_.empty()) return 0;
  const EventAttributes* event = &events_.events().front();
  if (!same_trailers_ && event->sample_type & PERF_SAMPLE_IDENTIFIER &&
      body.size() >= sizeof(std::uint64_t)) {
    std::uint64_t id = 0;
    std::memcpy(&id, body.data() + body.size() - sizeof id, sizeof id);
    auto found = event_of_id_.find(byte_swapped(id));
    if (found != event_of_id_.end()) event = &events_.events()[found->second];
  }
  return event->sample_id_all ? event->sample_type & trailer_fields : 0;
}

void RecordSwapper::swap_kernel_record(std::uint32_t type, std::uint16_t record_misc,
                                       std::span<std::byte> body) {
  std::uint64_t trailer = trailer_type(body);
  std::size_t size = std::min(trailer_size(trailer), body.size());
  auto fields = body.first(body.size() - size);
  FieldSwapper(fields).swap_layout(kernel_layout(type, record_misc));
  if (type == PERF_RECORD_MMAP2 && record_misc & misc::mmap_build_id) {
    constexpr std::size_t protection_at = 56;  // of the body: behind 24 bytes of build id
    if (fields.size() > protection_at) {
      FieldSwapper(fields.subspan(protection_at)).swap_layout("44");
    }
  }
  swap_trailer(body.last(size), trailer);
}

}  // namespace cxprof::perf_data
