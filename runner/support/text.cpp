#include "runner/support/text.h"

#include <cstdint>

namespace cxprof {
namespace {

struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;  ///< 0: not valid UTF-8 here.
};

// Decodes one code point by the well-formedness table of the Unicode standard (table 3-7).
CodePoint decode(std::string_view text) {
  auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  std::size_t size = lead >= 0xC2 && lead <= 0xDF   ? 2
                     : lead >= 0xE0 && lead <= 0xEF ? 3
                     : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                    : 0;
  if (size == 0 || text.size() < size) return {};
  char32_t value = lead & (0xFF >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    value = (value << 6) | (byte(i) & 0x3F);
  }
  bool overlong = (size == 3 && value < 0x800) || (size == 4 && value < 0x10000);
  bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (overlong || surrogate || value > 0x10FFFF) return {};
  return {value, size};
}

template <typename Visit>  // Visit(code point, its bytes); bytes empty for an invalid byte
void for_each_code_point(std::string_view text, Visit visit) {
  while (!text.empty()) {
    CodePoint point = decode(text);
    visit(point.value, text.substr(0, point.bytes));
    text.remove_prefix(point.bytes ? point.bytes : 1);
  }
}

constexpr std::string_view replacement = "\xEF\xBF\xBD";

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

bool is_combining(char32_t c) {
  return (c >= 0x300 && c <= 0x36F) || (c >= 0x200B && c <= 0x200F) || (c >= 0xFE00 && c <= 0xFE0F);
}

// East Asian wide blocks and emoji, coarse: terminals differ in the rest.
bool is_wide(char32_t c) {
  return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) ||
         (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
         (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF) ||
         (c >= 0x20000 && c <= 0x3FFFD);
}

bool is_shell_safe(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-+=:,./@%").find(c) != std::string_view::npos;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for_each_code_point(
      text, [&](char32_t, std::string_view bytes) { out += bytes.empty() ? replacement : bytes; });
  return out;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for_each_code_point(text, [&](char32_t value, std::string_view bytes) {
    if (bytes.empty()) {
      out += replacement;
    } else if (is_control(value) && value != '\t') {
      out += '?';
    } else {
      out += bytes;
    }
  });
  return out;
}

std::string shell_quoted(std::string_view argument) {
  bool safe = !argument.empty();
  for (char c : argument) safe = safe && is_shell_safe(c);
  if (safe) return std::string(argument);
  std::string out = "'";
  for (char c : argument) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string shell_quoted(const std::vector<std::string>& arguments) {
  std::string out;
  for (const std::string& argument : arguments) {
    if (!out.empty()) out += ' ';
    out += shell_quoted(argument);
  }
  return out;
}

std::string file_name_from(std::string_view name) {
  std::string out;
  bool only_dots = true;
  for (char c : name) {
    bool keep = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                c == '-' || c == '_' || c == '.';
    out += keep ? c : '_';
    only_dots = only_dots && c == '.';
  }
  return only_dots ? "profile" : out;
}

std::string as_sentence(std::string text) {
  if (text.empty()) return text;
  std::string_view first_word = std::string_view(text).substr(0, text.find(' '));
  bool is_name = first_word.find_first_of("./:_") != std::string_view::npos;  // "perf.data: …"
  if (!is_name && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  if (std::string_view(".!?:").find(text.back()) == std::string_view::npos) text += '.';
  return text;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for_each_code_point(text, [&](char32_t value, std::string_view) {
    width += is_combining(value) ? 0 : is_wide(value) ? 2 : 1;
  });
  return width;
}

}  // namespace cxprof
