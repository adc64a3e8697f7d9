#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace cxprof::cfi {

/// Reads untrusted bytes from front to back without exceptions: what does not fit makes the cursor
/// bad for good, and reads as zero. Native byte order.
class ByteCursor {
 public:
  /// Begins at `position` (at most the size) of `bytes`.
  explicit ByteCursor(std::span<const std::byte> bytes, std::size_t position = 0)
      : begin_(bytes.data()), at_(begin_ + position), end_(begin_ + bytes.size()) {}

  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() const { return at_ == end_; }
  [[nodiscard]] std::size_t position() const { return static_cast<std::size_t>(at_ - begin_); }
  [[nodiscard]] std::size_t remaining() const { return static_cast<std::size_t>(end_ - at_); }

  template <typename T>
  T fixed() {
    static_assert(std::is_integral_v<T>);
    T value{};
    if (remaining() < sizeof value) {
      set_bad();
    } else {
      std::memcpy(&value, at_, sizeof value);
      at_ += sizeof value;
    }
    return value;
  }

  std::uint8_t byte() { return fixed<std::uint8_t>(); }

  /// LEB128 (DWARF 5, section 7.6). Longer than 64 bits need is damaged.
  std::uint64_t uleb128() {
    if (at_ != end_ && std::to_integer<std::uint8_t>(*at_) < 0x80) return byte();
    unsigned shift = 0;
    return leb128(shift);
  }
  std::int64_t sleb128() {
    unsigned shift = 0;
    std::uint64_t value = leb128(shift);
    bool is_negative = shift != 0 && shift < 64 && (value >> (shift - 1) & 1) != 0;
    if (is_negative) value |= ~std::uint64_t{0} << shift;
    return static_cast<std::int64_t>(value);
  }

  std::span<const std::byte> bytes(std::uint64_t size) {
    if (size > remaining()) {
      set_bad();
      return {};
    }
    std::span<const std::byte> view(at_, static_cast<std::size_t>(size));
    at_ += size;
    return view;
  }
  void skip(std::uint64_t size) { (void)bytes(size); }

 private:
  void set_bad() {
    good_ = false;
    at_ = end_;
  }

  // `shift` becomes the number of bits read.
  std::uint64_t leb128(unsigned& shift) {
    std::uint64_t value = 0;
    for (;;) {
      std::uint8_t next = byte();
      if (!good_ || shift >= 70) break;
      if (shift < 64) value |= static_cast<std::uint64_t>(next & 0x7fU) << shift;
      shift += 7;
      if (next < 0x80) return value;
    }
    set_bad();
    return 0;
  }

  const std::byte* begin_;
  const std::byte* at_;
  const std::byte* end_;
  bool good_ = true;
};

}  // namespace cxprof::cfi
