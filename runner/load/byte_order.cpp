#include "runner/load/byte_order.h"

#include <linux/perf_event.h>

#include <array>
#include <bit>
#include <string_view>

#include "runner/load/byte_order_records.h"
#include "runner/load/recording_bytes.h"

namespace cxprof::perf_data {
namespace {

constexpr std::string_view magic = "PERFILE2";
constexpr std::string_view magic_swapped = "2ELIFREP";
constexpr std::uint64_t pipe_header_size = 16;
constexpr std::size_t section_size = 2 * sizeof(std::uint64_t);

/// A copy of the file that is turned round piece by piece. Places outside of it are empty.
class Image {
 public:
  explicit Image(std::span<const std::byte> file) : bytes_(file.begin(), file.end()) {}

  std::span<std::byte> part(std::uint64_t offset, std::uint64_t size) {
    if (offset >= bytes_.size()) return {};
    auto rest = std::span(bytes_).subspan(static_cast<std::size_t>(offset));
    return rest.first(static_cast<std::size_t>(std::min<std::uint64_t>(size, rest.size())));
  }
  std::vector<std::byte>& bytes() { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

struct Place {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

Place swap_place(FieldSwapper& fields) {
  Place place;
  place.offset = fields.swap<std::uint64_t>();
  place.size = fields.swap<std::uint64_t>();
  return place;
}

bool has_bit(std::span<const std::byte> bits, std::size_t bit) {
  return bit / 8 < bits.size() && (std::to_integer<unsigned>(bits[bit / 8]) >> (bit % 8) & 1U) != 0;
}

// The bits stand in the writer's unsigned longs, 64 or 32 bits wide. Every perf writes the host's
// name, which tells (perf: perf_file_header__read).
void swap_feature_bits(std::span<std::byte> bits) {
  constexpr std::size_t hostname = 3;
  FieldSwapper(bits).swap_layout("8888");
  if (has_bit(bits, hostname)) return;
  FieldSwapper(bits).swap_layout("8888");
  FieldSwapper(bits).swap_layout("44444444");
  if (has_bit(bits, hostname)) return;
  FieldSwapper(bits).swap_layout("44444444");
  FieldSwapper(bits).swap_layout("8888");
}

void swap_events(Image& image, Place place, std::uint64_t entry_size, RecordSwapper& records) {
  if (entry_size <= section_size) return;
  std::uint64_t id_bytes_left = image.bytes().size();
  auto entries = image.part(place.offset, place.size);
  for (; entries.size() >= entry_size;
       entries = entries.subspan(static_cast<std::size_t>(entry_size))) {
    FieldSwapper entry(entries.first(static_cast<std::size_t>(entry_size)));
    auto attributes = entry.take(entry_size - section_size);
    swap_attributes(attributes);
    Place ids = swap_place(entry);
    if (attributes.size() < PERF_ATTR_SIZE_VER0) return;  // the reader will say so
    EventAttributes event = parse_event_attributes(ByteReader(attributes, "an event"));
    if (ids.size > id_bytes_left) return;  // they lie over each other: a damaged file
    id_bytes_left -= ids.size;
    FieldSwapper id_fields(image.part(ids.offset, ids.size));
    while (id_fields.remaining() >= sizeof(std::uint64_t)) {
      event.ids.push_back(id_fields.swap<std::uint64_t>());
    }
    records.add_event(std::move(event));
  }
}

// Gives the table of the features as it now stands.
std::vector<std::byte> swap_features(Image& image, Place data, std::span<const std::byte> bits) {
  std::size_t count = 0;
  for (std::byte byte : bits)
    count += static_cast<std::size_t>(std::popcount(std::to_integer<unsigned>(byte)));
  if (data.offset + data.size < data.offset) return {};
  auto table = image.part(data.offset + data.size, count * section_size);
  FieldSwapper places(table);
  for (std::size_t feature = 0; feature < bits.size() * 8; ++feature) {
    if (!has_bit(bits, feature)) continue;
    Place place = swap_place(places);
    swap_feature(feature, image.part(place.offset, place.size));
  }
  return {table.begin(), table.end()};
}

void swap_file(Image& image, RecordSwapper& records) {
  constexpr std::size_t data_place_at = 40;
  constexpr std::size_t bits_at = 72;
  FieldSwapper header(image.part(16, bits_at - 16));
  auto entry_size = header.swap<std::uint64_t>();
  Place attributes = swap_place(header);
  Place data = swap_place(header);
  swap_place(header);  // event types
  auto bits = image.part(bits_at, 32);
  swap_feature_bits(bits);
  swap_events(image, attributes, entry_size, records);
  std::vector<std::byte> feature_bits(bits.begin(), bits.end());
  std::vector<std::byte> table = swap_features(image, data, feature_bits);

  std::vector<std::byte> native;
  auto foreign = image.part(data.offset, data.size);
  native.reserve(foreign.size());
  records.append(foreign, native);
  if (native.size() == foreign.size()) {
    std::ranges::copy(native, foreign.begin());
    return;
  }
  // Decompressed data do not fit where they were: they go to the end, and the features' table with
  // them, which stands behind the data by its definition.
  std::array<std::uint64_t, 2> place{image.bytes().size(), native.size()};
  std::memcpy(image.bytes().data() + data_place_at, place.data(), sizeof place);
  image.bytes().insert(image.bytes().end(), native.begin(), native.end());
  image.bytes().insert(image.bytes().end(), table.begin(), table.end());
}

}  // namespace

bool has_other_byte_order(std::span<const std::byte> file) {
  return file.size() >= magic_swapped.size() &&
         std::memcmp(file.data(), magic_swapped.data(), magic_swapped.size()) == 0;
}

std::vector<std::byte> to_native_byte_order(RecordingBytes& bytes) {
  Image image(bytes.file());
  std::memcpy(image.bytes().data(), magic.data(), magic.size());
  auto header_size = FieldSwapper(image.part(magic.size(), 8)).swap<std::uint64_t>();
  RecordSwapper records(bytes);
  if (header_size == pipe_header_size) {
    std::vector<std::byte> native(image.bytes().begin(),
                                  image.bytes().begin() + std::ssize(image.part(0, header_size)));
    records.append(image.part(header_size, ~std::uint64_t{0}), native);
    return native;
  }
  swap_file(image, records);
  return std::move(image.bytes());
}

}  // namespace cxprof::perf_data
