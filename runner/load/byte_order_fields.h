#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "runner/load/event_attributes.h"

namespace cxprof::perf_data {

/// `value` with its bytes the other way round.
template <typename T>
T byte_swapped(T value) {
  auto* bytes = reinterpret_cast<std::byte*>(&value);
  std::reverse(bytes, bytes + sizeof value);
  return value;
}

/// Turns fields of foreign byte order round in place, from front to back. Past the end nothing
/// happens: the reader that comes after finds out what is missing.
class FieldSwapper {
 public:
  explicit FieldSwapper(std::span<std::byte> bytes) : bytes_(bytes) {}

  [[nodiscard]] std::size_t remaining() const { return bytes_.size(); }
  [[nodiscard]] std::span<std::byte> rest() const { return bytes_; }

  /// Turns the next field round; gives its value, 0 past the end.
  template <typename T>
  T swap() {
    if (bytes_.size() < sizeof(T)) {
      bytes_ = {};
      return 0;
    }
    T value;
    std::memcpy(&value, bytes_.data(), sizeof value);
    value = byte_swapped(value);
    std::memcpy(bytes_.data(), &value, sizeof value);
    bytes_ = bytes_.subspan(sizeof value);
    return value;
  }

  /// The next `size` bytes (fewer at the end), left as they are.
  std::span<std::byte> take(std::uint64_t size) {
    auto length = static_cast<std::size_t>(std::min<std::uint64_t>(size, bytes_.size()));
    auto taken = bytes_.first(length);
    bytes_ = bytes_.subspan(length);
    return taken;
  }

  /// Fields by their sizes: '2', '4', '8'; '*': 64-bit words to the end. What follows is left as it
  /// is.
  void swap_layout(std::string_view layout) {
    for (char field : layout) {
      if (field == '2') swap<std::uint16_t>();
      if (field == '4') swap<std::uint32_t>();
      if (field == '8') swap<std::uint64_t>();
      while (field == '*' && remaining() >= sizeof(std::uint64_t)) swap<std::uint64_t>();
    }
  }

 private:
  std::span<std::byte> bytes_;
};

/// Turns a whole perf_event_attr of any size round.
void swap_attributes(std::span<std::byte> attributes);

/// Turns a feature's section round; features that we do not read stay as they are.
void swap_feature(std::uint64_t feature, std::span<std::byte> section);

/// Turns the body of a SAMPLE record round whose 64-bit words have been turned round already: what
/// is no 64-bit word in it (thread and CPU numbers, raw data, the stack copy, AUX data) is put
/// right.
void repair_sample(std::span<std::byte> body, const EventAttributes& attributes);

}  // namespace cxprof::perf_data
