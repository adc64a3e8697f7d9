#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "runner/unwind/cfi/frame_entries.h"

namespace cxprof {

/// Bytes put together by hand.
struct Bytes {
  std::vector<std::byte> data;

  template <typename T>
  Bytes& fixed(T value) {
    data.resize(data.size() + sizeof value);
    std::memcpy(data.data() + data.size() - sizeof value, &value, sizeof value);
    return *this;
  }
  Bytes& byte(unsigned value) { return fixed(static_cast<std::uint8_t>(value)); }
  Bytes& uleb(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) byte(static_cast<unsigned>(value & 0x7f) | 0x80);
    return byte(static_cast<unsigned>(value));
  }
  Bytes& sleb(std::int64_t value) {
    for (; value < -64 || value >= 64; value >>= 7) {
      byte(static_cast<unsigned>(value & 0x7f) | 0x80);
    }
    return byte(static_cast<unsigned>(value & 0x7f));
  }
  Bytes& text(const std::string& value) {
    for (char letter : value) byte(static_cast<unsigned char>(letter));
    return byte(0);
  }
  Bytes& add(const Bytes& other) {
    data.insert(data.end(), other.data.begin(), other.data.end());
    return *this;
  }
};

/// A section put together entry by entry.
class FrameBuilder {
 public:
  explicit FrameBuilder(bool is_eh_frame, std::uint64_t address = 0x500000)
      : is_eh_frame_(is_eh_frame), address_(address) {}

  /// What stands in a CIE; as x86-64 compilers write it where nothing else is said.
  struct Cie {
    unsigned version = 1;
    std::string augmentation = "";
    Bytes augmentation_data;  ///< Put behind its size where the augmentation begins with 'z'.
    unsigned address_size = 8;
    unsigned segment_size = 0;
    std::uint64_t code_alignment = 1;
    std::int64_t data_alignment = -8;
    std::uint64_t return_register = 16;
    /// DW_CFA_def_cfa rsp + 8; DW_CFA_offset rip at CFA - 8.
    Bytes program = Bytes().byte(0x0c).uleb(7).uleb(8).byte(0x80 | 16).uleb(1);
    bool is_64_bit = false;
  };

  /// Returns its offset.
  std::size_t cie(const Cie& form) {
    Bytes body;
    body.byte(form.version).text(form.augmentation);
    if (form.version >= 4) body.byte(form.address_size).byte(form.segment_size);
    if (form.augmentation == "eh") body.fixed(std::uint64_t{0x1234});
    body.uleb(form.code_alignment).sleb(form.data_alignment);
    form.version == 1 ? body.byte(static_cast<unsigned>(form.return_register))
                      : body.uleb(form.return_register);
    if (form.augmentation.starts_with('z')) body.uleb(form.augmentation_data.data.size());
    body.add(form.augmentation_data).add(form.program);
    return entry(is_eh_frame_ ? 0 : UINT64_MAX, body, form.is_64_bit, true);
  }

  /// A FDE with `addresses` (begin and size) as they are encoded, then the rest. Returns its
  /// offset.
  std::size_t fde(std::size_t cie_offset, const Bytes& addresses, const Bytes& rest,
                  bool is_64_bit = false) {
    return entry(cie_offset, Bytes().add(addresses).add(rest), is_64_bit, false);
  }
  std::size_t fde(std::size_t cie_offset, std::uint64_t begin, std::uint64_t size,
                  const Bytes& program, bool is_64_bit = false) {
    return fde(cie_offset, Bytes().fixed(begin).fixed(size), program, is_64_bit);
  }

  /// Where the addresses of the next FDE will stand.
  [[nodiscard]] std::uint64_t next_addresses() const { return address_ + bytes_.data.size() + 8; }

  void terminator() { bytes_.fixed(std::uint32_t{0}); }

  [[nodiscard]] std::vector<std::byte>& bytes() { return bytes_.data; }
  [[nodiscard]] cfi::FrameSection section() const {
    return {bytes_.data, address_, is_eh_frame_, true};
  }

 private:
  std::size_t entry(std::uint64_t id, const Bytes& body, bool is_64_bit, bool is_cie) {
    std::size_t offset = bytes_.data.size();
    bool long_id = is_64_bit && !is_eh_frame_;
    std::uint64_t length = body.data.size() + (long_id ? 8 : 4);
    if (is_64_bit) {
      bytes_.fixed(UINT32_MAX).fixed(length);
    } else {
      bytes_.fixed(static_cast<std::uint32_t>(length));
    }
    if (is_eh_frame_ && !is_cie) id = bytes_.data.size() - id;
    long_id ? bytes_.fixed(id) : bytes_.fixed(static_cast<std::uint32_t>(id));
    bytes_.add(body);
    return offset;
  }

  bool is_eh_frame_;
  std::uint64_t address_;
  Bytes bytes_;
};

}  // namespace cxprof
