#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cxprof {

/// `text` with every byte that is not valid UTF-8 replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

/// valid_utf8, and every control character (C0, DEL, C1) but tab replaced by '?': safe to print on
/// a terminal in one line.
std::string printable(std::string_view text);

/// One argument quoted for a POSIX shell; unchanged where it needs no quotes.
std::string shell_quoted(std::string_view argument);

/// A whole command line, each argument shell_quoted, joined by blanks.
std::string shell_quoted(const std::vector<std::string>& arguments);

/// `name` as a file name: [A-Za-z0-9._-] kept, everything else '_'; "profile" for "" and all dots.
std::string file_name_from(std::string_view name);

/// `text` as a sentence: first letter upper case (unless it is a file's name or quoted), a full
/// stop at the end (unless it ends in punctuation). "" stays empty.
std::string as_sentence(std::string text);

/// Columns that valid UTF-8 `text` takes on a terminal (wide characters count two, combining none).
std::size_t display_width(std::string_view text);

}  // namespace cxprof
