#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "runner/support/error.h"

namespace cxprof {

/// Reads untrusted bytes from front to back. Every read is checked; running past the end throws an
/// Error that names the file, the offset and what was being read. Native byte order.
class ByteReader {
 public:
  /// `what` names the source in messages, e.g. the file's path. `offset` is where `bytes` begins in
  /// it.
  ByteReader(std::span<const std::byte> bytes, std::string_view what, std::uint64_t offset = 0)
      : bytes_(bytes), what_(what), base_(offset) {}

  [[nodiscard]] std::size_t remaining() const { return bytes_.size() - position_; }
  [[nodiscard]] bool at_end() const { return remaining() == 0; }
  /// Offset in the source of the next byte.
  [[nodiscard]] std::uint64_t offset() const { return base_ + position_; }

  template <typename T>
  T read(const char* field) {
    static_assert(std::is_trivially_copyable_v<T>);
    require(sizeof(T), field);
    T value;
    std::memcpy(&value, bytes_.data() + position_, sizeof value);
    position_ += sizeof value;
    return value;
  }

  std::span<const std::byte> bytes(std::uint64_t size, const char* field) {
    require(size, field);
    auto view = bytes_.subspan(position_, static_cast<std::size_t>(size));
    position_ += static_cast<std::size_t>(size);
    return view;
  }

  void skip(std::uint64_t size, const char* field) { (void)bytes(size, field); }

  /// A NUL-terminated string inside the next `size` bytes (all of which are consumed); the whole
  /// field where no NUL stands in it.
  std::string fixed_string(std::uint64_t size, const char* field) {
    auto view = bytes(size, field);
    const auto* text = reinterpret_cast<const char*>(view.data());
    return std::string(text, strnlen(text, view.size()));
  }

  /// A reader over the next `size` bytes, which are consumed here.
  ByteReader sub_reader(std::uint64_t size, const char* field) {
    std::uint64_t at = offset();
    return ByteReader(bytes(size, field), what_, at);
  }

 private:
  void require(std::uint64_t size, const char* field) const {
    if (size > remaining()) out_of_bounds(size, field);
  }
  [[noreturn]] void out_of_bounds(std::uint64_t size, const char* field) const {
    fail("{}: the file is damaged or cut: {} at offset {} needs {} bytes, {} are left", what_,
         field, offset(), size, remaining());
  }

  std::span<const std::byte> bytes_;
  std::string_view what_;
  std::uint64_t base_ = 0;
  std::size_t position_ = 0;
};

}  // namespace cxprof
