#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runner/dwarf/file.h"

namespace cxprof::dwarf {

/// Writes the bytes of a DWARF section by hand.
class SectionBuilder {
 public:
  SectionBuilder& u8(std::uint64_t value) { return number(value, 1); }
  SectionBuilder& u16(std::uint64_t value) { return number(value, 2); }
  SectionBuilder& u32(std::uint64_t value) { return number(value, 4); }
  SectionBuilder& u64(std::uint64_t value) { return number(value, 8); }
  SectionBuilder& uleb(std::uint64_t value) {
    do {
      std::uint64_t low = value & 0x7f;
      value >>= 7;
      u8(low | (value != 0 ? 0x80 : 0));
    } while (value != 0);
    return *this;
  }
  SectionBuilder& sleb(std::int64_t value) {
    for (bool more = true; more;) {
      auto low = static_cast<std::uint64_t>(value) & 0x7f;
      value >>= 7;
      more = !((value == 0 && (low & 0x40) == 0) || (value == -1 && (low & 0x40) != 0));
      u8(low | (more ? 0x80 : 0));
    }
    return *this;
  }
  SectionBuilder& text(std::string_view value) {
    for (char c : value) u8(static_cast<unsigned char>(c));
    return u8(0);
  }
  /// An abbreviation: code, tag, children, then pairs of attribute and form.
  SectionBuilder& abbreviation(std::uint64_t code, std::uint64_t tag, bool children,
                               std::initializer_list<std::uint64_t> pairs) {
    uleb(code).uleb(tag).u8(children ? 1 : 0);
    for (std::uint64_t value : pairs) uleb(value);
    return uleb(0).uleb(0);
  }
  SectionBuilder& append(const SectionBuilder& other) {
    bytes_.insert(bytes_.end(), other.bytes_.begin(), other.bytes_.end());
    return *this;
  }

  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }
  [[nodiscard]] Bytes bytes() const { return bytes_; }

 private:
  SectionBuilder& number(std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i) bytes_.push_back(static_cast<std::byte>(value >> (8 * i)));
    return *this;
  }

  std::vector<std::byte> bytes_;
};

/// A unit of DWARF 4 around `dies`, which uses the abbreviations at `abbreviations`. Its own DIE
/// stands at unit_header_4.
constexpr std::uint64_t unit_header_4 = 11;
inline SectionBuilder unit_4(const SectionBuilder& dies, std::uint64_t abbreviations = 0) {
  SectionBuilder unit;
  unit.u32(dies.size() + 7).u16(4).u32(abbreviations).u8(8).append(dies);
  return unit;
}

/// The same of DWARF 5.
constexpr std::uint64_t unit_header_5 = 12;
inline SectionBuilder unit_5(const SectionBuilder& dies, std::uint64_t abbreviations = 0) {
  SectionBuilder unit;
  unit.u32(dies.size() + 8).u16(5).u8(1).u8(8).u32(abbreviations).append(dies);
  return unit;
}

}  // namespace cxprof::dwarf
