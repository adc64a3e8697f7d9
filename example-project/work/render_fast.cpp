#include "work/render_fast.h"

namespace {

/// What `c` must be written as; empty: as itself.
std::string_view entity_of(char c) {
  switch (c) {
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '&':
      return "&amp;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

}  // namespace

void append_escaped(std::string& out, std::string_view text) {
  std::size_t written = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view entity = entity_of(text[i]);
    if (entity.empty()) continue;
    out += text.substr(written, i - written);
    out += entity;
    written = i + 1;
  }
  out += text.substr(written);
}

std::string render_fast(const Document& document) {
  std::string out;
  for (const std::string_view line : document.lines) {
    const bool heading = line.starts_with("## ");
    out += heading ? "<h2>" : "<p>";
    append_escaped(out, heading ? line.substr(3) : line);
    out += heading ? "</h2>\n" : "</p>\n";
  }
  return out;
}
