#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace cxprof::perf_script {

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Walks over a line word by word, words being separated by blanks and tabs.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  void skip_blanks() {
    std::size_t blanks = 0;
    while (blanks < rest_.size() && is_blank(rest_[blanks])) ++blanks;
    rest_.remove_prefix(blanks);
  }

  /// The next word, without taking it. Empty: the end.
  [[nodiscard]] std::string_view peek() const {
    Cursor here = *this;
    here.skip_blanks();
    std::size_t size = 0;
    while (size < here.rest_.size() && !is_blank(here.rest_[size])) ++size;
    return here.rest_.substr(0, size);
  }

  /// The next word, taken.
  std::string_view word() {
    skip_blanks();
    std::string_view next = peek();
    rest_.remove_prefix(next.size());
    return next;
  }

  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

/// The whole of `text` as an unsigned number; absent when it is none or too large.
inline std::optional<std::uint64_t> number_in(std::string_view text, int base = 10) {
  std::uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

}  // namespace cxprof::perf_script
