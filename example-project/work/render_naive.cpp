#include "work/render_naive.h"

std::string escape_naive(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<':
        out = out + "&lt;";
        break;
      case '>':
        out = out + "&gt;";
        break;
      case '&':
        out = out + "&amp;";
        break;
      case '"':
        out = out + "&quot;";
        break;
      case '\'':
        out = out + "&#39;";
        break;
      default:
        out = out + c;
    }
  }
  return out;
}

std::string render_naive(const Document& document) {
  std::string out;
  for (const std::string_view line : document.lines) {
    if (line.starts_with("## ")) {
      out = out + "<h2>";
      out = out + escape_naive(line.substr(3));
      out = out + "</h2>\n";
    } else {
      out = out + "<p>";
      out = out + escape_naive(line);
      out = out + "</p>\n";
    }
  }
  return out;
}
