#include "runner/analyze/program_line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <string>
#include <system_error>

namespace cxprof {
namespace {

constexpr std::streamoff chunk_bytes = 64 * 1024;
constexpr std::size_t longest_line = 4096;  // A measurement is a line that people read.

// The value behind `key=` where key begins a word; empty: not there.
std::string_view value_of(std::string_view line, std::string_view key) {
  for (std::size_t at = line.find(key); at != std::string_view::npos; at = line.find(key, at + 1)) {
    std::size_t end = at + key.size();
    bool word = at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t' || line[at - 1] == '(' ||
                line[at - 1] == ',';
    if (!word || end >= line.size() || line[end] != '=') continue;
    std::string_view value = line.substr(end + 1);
    return value.substr(0, value.find_first_of(" \t\r,;)"));
  }
  return {};
}

// A decimal number at the start of `text`; `text` is left behind it.
std::optional<double> take_number(std::string_view& text) {
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

std::optional<double> microseconds_per(std::string_view unit) {
  struct Unit {
    std::string_view name;
    double microseconds;
  };
  constexpr std::array<Unit, 4> units{{{"ns", 1e-3}, {"us", 1}, {"ms", 1e3}, {"s", 1e6}}};
  for (const Unit& known : units) {
    if (unit == known.name) return known.microseconds;
  }
  return std::nullopt;
}

std::optional<double> duration_us(std::string_view value) {
  auto number = take_number(value);
  auto factor = microseconds_per(value);
  if (!number || !factor) return std::nullopt;
  return *number * *factor;
}

// "(36714 us per rep)": the time of one repetition, whatever it is called.
std::optional<double> per_repetition(std::string_view line) {
  std::size_t at = line.rfind('(');
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = line.substr(at + 1);
  auto number = take_number(rest);
  if (!number) return std::nullopt;
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  auto factor = microseconds_per(rest.substr(0, rest.find_first_of(" /")));
  std::size_t unit = rest.find_first_of(" /");
  if (!factor || unit == std::string_view::npos) return std::nullopt;
  bool per = rest[unit] == '/' || rest.substr(unit).starts_with(" per ");
  return per ? std::optional(*number * *factor) : std::nullopt;
}

std::optional<ProgramLine> last_in(std::string_view text) {
  while (!text.empty()) {
    std::size_t begin = text.find_last_of('\n');
    std::size_t start = begin == std::string_view::npos ? 0 : begin + 1;
    if (auto line = parse_program_line(text.substr(start))) return line;
    text = text.substr(0, begin == std::string_view::npos ? 0 : begin);
  }
  return std::nullopt;
}

std::string read_chunk(std::ifstream& file, std::streamoff offset) {
  std::string chunk(static_cast<std::size_t>(chunk_bytes), '\0');
  file.clear();
  file.seekg(offset);
  file.read(chunk.data(), chunk_bytes);
  chunk.resize(static_cast<std::size_t>(file.gcount()));
  return chunk;
}

}  // namespace

std::optional<ProgramLine> parse_program_line(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() > longest_line) return std::nullopt;
  ProgramLine found;
  std::string_view bytes = value_of(line, "bytes");
  std::uint64_t count = 0;
  auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), count);
  if (!bytes.empty() && error == std::errc() && end == bytes.data() + bytes.size()) {
    found.bytes = count;
  }
  found.checksum = std::string(value_of(line, "checksum"));
  found.elapsed_us = duration_us(value_of(line, "elapsed"));
  int known = (found.bytes ? 1 : 0) + (found.checksum.empty() ? 0 : 1) + (found.elapsed_us ? 1 : 0);
  if (known < 2) return std::nullopt;
  found.us_per_repetition = per_repetition(line);
  found.text = std::string(line);
  return found;
}

std::optional<ProgramLine> find_program_line(const std::filesystem::path& stdout_file) {
  std::error_code error;
  if (stdout_file.empty() || !std::filesystem::is_regular_file(stdout_file, error)) {
    return std::nullopt;
  }
  auto size = static_cast<std::streamoff>(std::filesystem::file_size(stdout_file, error));
  std::ifstream file(stdout_file, std::ios::binary);
  if (error || !file) return std::nullopt;
  if (size > chunk_bytes) {
    std::string tail = read_chunk(file, size - chunk_bytes);
    // Its first line may be cut.
    if (auto line =
            last_in(std::string_view(tail).substr(std::min(tail.find('\n'), tail.size())))) {
      return line;
    }
  }
  std::string head = read_chunk(file, 0);
  // So may the last one of the head.
  std::size_t whole = size > chunk_bytes ? head.rfind('\n') : head.size();
  return last_in(std::string_view(head).substr(0, whole == std::string::npos ? 0 : whole));
}

}  // namespace cxprof
