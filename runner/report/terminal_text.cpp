#include "runner/report/terminal_text.h"

#include <algorithm>

#include "runner/support/text.h"

namespace cxprof {

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out(indent, ' ');
  std::size_t column = indent;
  bool first = true;
  while (!text.empty()) {
    std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    std::size_t columns = display_width(word);
    if (!first && width > 0 && column + 1 + columns > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (!first) {
      out += ' ';
      ++column;
    }
    out += word;
    column += columns;
    first = false;
  }
  return out + "\n";
}

}  // namespace cxprof
