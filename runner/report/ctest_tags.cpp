#include "runner/report/ctest_tags.h"

#include <fmt/format.h>

#include <cmath>

#include "runner/support/text.h"

namespace cxprof {
namespace {

constexpr std::string_view details_end = "</CTestDetails>";

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7F'; }

// Valid UTF-8 of characters that XML 1.0 allows; U+FFFE and U+FFFF are none.
std::string xml_characters(std::string_view text) {
  std::string valid = valid_utf8(text);
  for (std::size_t at = 0; (at = valid.find("\xEF\xBF", at)) != std::string::npos; at += 3) {
    if (valid[at + 2] == '\xBE' || valid[at + 2] == '\xBF') valid[at + 2] = '\xBD';
  }
  return valid;
}

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\'':
      out += "&apos;";
      break;
    default:
      out += c;
  }
}

std::string escaped_value(std::string_view text) {
  std::string out;
  for (char c : xml_characters(text)) {
    append_escaped(out, is_control(c) && c != '\t' && c != '\n' ? '?' : c);
  }
  return out;
}

// An attribute's line breaks would be made blanks by the reader anyway.
std::string escaped_name(std::string_view text) {
  std::string out;
  for (char c : xml_characters(text)) append_escaped(out, is_control(c) ? ' ' : c);
  return out;
}

std::string measurement(std::string_view type, std::string_view name, std::string_view value) {
  return fmt::format("<CTestMeasurement type=\"{}\" name=\"{}\">{}</CTestMeasurement>\n", type,
                     escaped_name(name), escaped_value(value));
}

// 61.2245, 300, 0.5: no exponent and no locale, whatever the number.
std::string plain_decimals(double value) {
  std::string text = fmt::format("{:.3f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

}  // namespace

std::string ctest_number(std::string_view name, double value) {
  if (!std::isfinite(value)) return "";
  return measurement("numeric/double", name, plain_decimals(value));
}

std::string ctest_text(std::string_view name, std::string_view value) {
  return measurement("text/string", name, value);
}

std::string ctest_preformatted(std::string_view name, std::string_view value) {
  return measurement("text/preformatted", name, value);
}

std::string ctest_file(std::string_view name, const std::filesystem::path& file) {
  std::error_code error;
  std::filesystem::path absolute = std::filesystem::absolute(file, error);
  if (error || !std::filesystem::is_regular_file(absolute, error)) return "";
  if (std::filesystem::file_size(absolute, error) == 0 || error) return "";
  // CTest opens what the tag says: a path that cannot stand there unchanged is no path any more.
  std::string path = absolute.string();
  if (path != xml_characters(path)) return "";
  for (char c : path) {
    if (is_control(c)) return "";
  }
  return fmt::format("<CTestMeasurementFile type=\"file\" name=\"{}\">{}</CTestMeasurementFile>\n",
                     escaped_name(name), escaped_value(path));
}

std::string ctest_details(std::string_view text) {
  std::string line = xml_characters(text);
  for (char& c : line) {
    if (is_control(c)) c = ' ';
  }
  for (std::size_t at = 0; (at = line.find(details_end, at)) != std::string::npos;) {
    line.erase(at, details_end.size());
    at = 0;  // What stood around it may make another one.
  }
  return fmt::format("<CTestDetails>{}{}\n", line, details_end);
}

}  // namespace cxprof
