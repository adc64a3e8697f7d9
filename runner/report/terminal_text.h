#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cxprof {

/// Colours for the terminal, or none.
class Style {
 public:
  explicit Style(bool color) : color_(color) {}
  [[nodiscard]] std::string heading(std::string_view text) const { return in("\x1B[1m", text); }
  [[nodiscard]] std::string warning(std::string_view text) const { return in("\x1B[33m", text); }
  [[nodiscard]] std::string error(std::string_view text) const { return in("\x1B[31m", text); }

 private:
  [[nodiscard]] std::string in(std::string_view code, std::string_view text) const {
    if (!color_) return std::string(text);
    return std::string(code) + std::string(text) + "\x1B[0m";
  }
  bool color_;
};

/// `text` broken at blanks into lines of at most `width` columns (0: one line), each behind
/// `indent` blanks. Words are never broken: paths and commands must be copied whole.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width);

}  // namespace cxprof
