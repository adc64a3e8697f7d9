#include "work/render_fast.h"

namespace {

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
    default:
      return "&#39;";
  }
}

}  // namespace

void append_escaped(std::string& out, std::string_view text) {
  std::size_t begin = 0;
  while (true) {
    const std::size_t special = text.find_first_of("<>&\"'", begin);
    out.append(text.substr(begin, special - begin));
    if (special == std::string_view::npos) return;
    out.append(entity_of(text[special]));
    begin = special + 1;
  }
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
