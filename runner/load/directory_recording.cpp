#include "runner/load/directory_recording.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "runner/load/byte_order.h"
#include "runner/support/error.h"
#include "runner/support/mapped_file.h"

namespace cxprof::perf_data {
namespace {

namespace fs = std::filesystem;

// struct perf_file_header
constexpr std::size_t data_place_at = 40;
constexpr std::size_t feature_bits_at = 72;
constexpr std::size_t header_size = 104;
constexpr unsigned compressed_feature = 27;  // HEADER_COMPRESSED
constexpr std::size_t section_size = 16;

void append(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

fs::path part(const fs::path& directory, std::size_t number) {
  return directory / fmt::format("data.{}", number);
}

}  // namespace

bool is_directory_recording(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored) && fs::is_regular_file(path / "data", ignored) &&
         fs::is_regular_file(part(path, 0), ignored);
}

std::vector<std::byte> joined_directory_recording(const fs::path& path) {
  auto main = MappedFile::open(path / "data");
  std::vector<std::byte> joined(main->bytes().begin(), main->bytes().end());
  if (has_other_byte_order(joined)) {
    fail(
        "{} was recorded with --threads on a machine with the other byte order, which is not "
        "supported; report on a machine like the one that recorded it",
        path.string());
  }
  std::array<std::uint64_t, 2> place{};  // of the data: offset, size
  std::array<std::uint64_t, 4> features{};
  if (joined.size() < header_size) return joined;  // the reader will say so
  std::memcpy(place.data(), joined.data() + data_place_at, sizeof place);
  std::memcpy(features.data(), joined.data() + feature_bits_at, sizeof features);
  if (features[0] >> compressed_feature & 1) {
    fail(
        "{} was recorded with --threads and compressed, which is not supported; record again "
        "without -z",
        path.string());
  }
  std::span<const std::byte> file = main->bytes();
  if (place[0] > file.size() || place[1] > file.size() - place[0]) return joined;
  std::size_t count = 0;
  for (std::uint64_t bits : features) count += static_cast<std::size_t>(std::popcount(bits));
  auto behind = file.subspan(static_cast<std::size_t>(place[0] + place[1]));

  // All records go to the end, and the features' table, which stands behind them by its definition.
  std::size_t start = joined.size();
  append(joined,
         file.subspan(static_cast<std::size_t>(place[0]), static_cast<std::size_t>(place[1])));
  std::error_code ignored;
  for (std::size_t i = 0; fs::is_regular_file(part(path, i), ignored); ++i) {
    if (fs::file_size(part(path, i), ignored) == 0) continue;  // a thread that saw nothing
    append(joined, MappedFile::open(part(path, i))->bytes());
  }
  place = {start, joined.size() - start};
  std::memcpy(joined.data() + data_place_at, place.data(), sizeof place);
  append(joined, behind.first(std::min(behind.size(), count * section_size)));
  return joined;
}

}  // namespace cxprof::perf_data
