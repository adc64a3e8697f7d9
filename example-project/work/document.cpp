#include "work/document.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace {

constexpr std::array<std::string_view, 16> kWords = {
    "profile", "sample", "kernel",  "a<b",       "stack", "R&D",     "frame", "\"hot\"",
    "module",  "it's",   "mapping", "vector<T>", "leaf",  "counter", "x->y",  "thread",
};
constexpr std::size_t kLineLength = 60;
constexpr std::size_t kHeadingInterval = 7;

/// Linear congruential generator of "Numerical Recipes": not std::, whose distributions differ
/// between standard libraries. The high bits are the good ones.
std::uint32_t next_random(std::uint32_t& state) {
  state = state * 1664525U + 1013904223U;
  return state >> 16U;
}

std::string generate_line(std::size_t index) {
  auto state = static_cast<std::uint32_t>(index) * 2654435761U + 1U;
  std::string line = index % kHeadingInterval == 0 ? "##" : "";
  while (line.size() < kLineLength) {
    if (!line.empty()) line += ' ';
    line += kWords[next_random(state) % kWords.size()];
  }
  return line;
}

}  // namespace

Document generate_document(std::size_t line_count) {
  Document document;
  document.lines.reserve(line_count);
  for (std::size_t i = 0; i < line_count; ++i) document.lines.push_back(generate_line(i));
  return document;
}
