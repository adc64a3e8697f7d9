#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

namespace cxprof::dwarf {

/// Reads untrusted bytes from front to back without exceptions: a read past the end gives 0, moves
/// to the end and makes ok() false. Little endian.
class Cursor {
 public:
  Cursor(const std::byte* at, const std::byte* end) : at_(at), end_(end) {}
  explicit Cursor(std::span<const std::byte> bytes)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool at_end() const { return at_ == end_; }
  [[nodiscard]] const std::byte* at() const { return at_; }
  [[nodiscard]] const std::byte* end() const { return end_; }
  [[nodiscard]] std::uint64_t remaining() const { return static_cast<std::uint64_t>(end_ - at_); }

  template <typename T>
  T fixed() {
    static_assert(std::is_trivially_copyable_v<T>);
    if (remaining() < sizeof(T)) return fail(), T{};
    T value;
    std::memcpy(&value, at_, sizeof value);
    at_ += sizeof value;
    return value;
  }

  /// An unsigned number of `size` bytes, at most 8.
  std::uint64_t number(unsigned size) {
    switch (size) {
      case 1:
        return fixed<std::uint8_t>();
      case 2:
        return fixed<std::uint16_t>();
      case 4:
        return fixed<std::uint32_t>();
      case 8:
        return fixed<std::uint64_t>();
      default:
        break;
    }
    if (size > 8 || remaining() < size) return fail(), 0;
    std::uint64_t value = 0;
    std::memcpy(&value, at_, size);
    at_ += size;
    return value;
  }

  /// LEB128; bits beyond the 64th are dropped.
  std::uint64_t uleb() {
    if (at_ != end_ && std::to_integer<unsigned>(*at_) < 0x80) {
      return std::to_integer<std::uint64_t>(*at_++);
    }
    unsigned shift = 0;
    return leb(shift);
  }

  std::int64_t sleb() {
    unsigned shift = 0;
    std::uint64_t value = leb(shift);
    bool negative = ok_ && (std::to_integer<unsigned>(at_[-1]) & 0x40U) != 0;
    if (negative && shift < 64) value |= ~std::uint64_t{0} << shift;
    return static_cast<std::int64_t>(value);
  }

  /// A NUL-terminated string.
  std::string_view string() {
    const auto* nul =
        at_ == end_
            ? nullptr
            : static_cast<const std::byte*>(std::memchr(at_, 0, end_ - at_ + std::size_t{0}));
    if (nul == nullptr) return fail(), std::string_view();
    std::string_view text(reinterpret_cast<const char*>(at_), static_cast<std::size_t>(nul - at_));
    at_ = nul + 1;
    return text;
  }

  void skip(std::uint64_t size) {
    if (remaining() < size) return fail();
    at_ += size;
  }

  /// Goes to a place at or behind the present one.
  void jump(const std::byte* to) { at_ = to; }

  void fail() {
    at_ = end_;
    ok_ = false;
  }

 private:
  std::uint64_t leb(unsigned& shift) {
    std::uint64_t value = 0;
    while (at_ != end_) {
      auto byte = std::to_integer<std::uint64_t>(*at_++);
      if (shift < 64) value |= (byte & 0x7fU) << shift;
      shift += 7;
      if (byte < 0x80) return value;
    }
    fail();
    return 0;
  }

  const std::byte* at_;
  const std::byte* end_;
  bool ok_ = true;
};

}  // namespace cxprof::dwarf
