#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// A text as lines without line ends. A line that starts with "## " is a heading, every other one a
/// paragraph.
struct Document {
  std::vector<std::string> lines;
};

/// A document of `line_count` lines, the same bytes on every machine: ASCII, mostly 60 to 70
/// characters a line, one line in seven a heading, some of its words with characters that HTML must
/// escape. A longer document begins with the lines of a shorter one.
Document generate_document(std::size_t line_count);
