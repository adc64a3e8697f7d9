#include "runner/perf_script/frame_line.h"

#include <algorithm>

#include "runner/perf_script/cursor.h"

namespace cxprof::perf_script {
namespace {

constexpr auto npos = std::string_view::npos;
constexpr std::size_t address_columns = 16;  // perf prints "%16lx"
constexpr std::size_t address_digits = 16;

std::string_view without_blanks_behind(std::string_view text) {
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Where the "+0x1f" at the end of `text` begins; npos: there is none.
std::size_t offset_at_end(std::string_view text) {
  std::size_t start = text.size();
  while (start > 0 && is_hex_digit(text[start - 1])) --start;
  bool found = start < text.size() && text.size() - start <= address_digits && start >= 3 &&
               text.substr(start - 3, 3) == "+0x";
  return found ? start - 3 : npos;
}

// Where an object begins that is a path or a name in brackets; npos: nowhere.
std::size_t first_known_shape(std::string_view text) {
  if (text.starts_with("(/") || text.starts_with("([")) return 0;
  std::size_t start = std::min(text.find(" (/"), text.find(" (["));
  return start == npos ? npos : start + 1;
}

// Where "(object" begins behind "symbol+0x1f ": the first such place. A directory may look alike
// ("/plus+0x10 (z)/prog"), but stands within a path.
std::size_t object_behind_offset(std::string_view text) {
  constexpr std::size_t longest_offset = 24;
  for (std::size_t at = text.find(" ("); at != npos; at = text.find(" (", at + 1)) {
    std::size_t length = std::min(at, longest_offset);
    if (offset_at_end(text.substr(at - length, length)) == npos) continue;
    std::string_view object = text.substr(at + 1);
    bool known_shape = object.starts_with("(/") || object.starts_with("([");
    return known_shape || first_known_shape(text) > at ? at + 1 : npos;
  }
  return npos;
}

std::size_t object_of_known_shape(std::string_view text) {
  std::size_t start = first_known_shape(text);
  if (start == npos) return npos;
  // `Function:f (/app/a.js:1) (/tmp/perf-1.map)`: the name ends in such a part itself.
  std::size_t again = npos;
  for (std::string_view mark : {") (/", ") (["}) {
    std::size_t last = text.rfind(mark);
    if (last != npos && last >= start && (again == npos || last > again)) again = last;
  }
  return again == npos ? start : again + 2;
}

// The partner of the ')' at the end, where a blank or nothing stands before it.
std::size_t last_group(std::string_view text) {
  int depth = 0;
  for (std::size_t at = text.size(); at-- > 0;) {
    if (text[at] == ')') ++depth;
    if (text[at] == '(' && --depth == 0) {
      return at == 0 || text[at - 1] == ' ' ? at : npos;
    }
  }
  return npos;
}

std::size_t object_start(std::string_view text) {
  constexpr std::string_view unknown = "[unknown] (";
  if (text.starts_with(unknown)) return unknown.size() - 1;
  std::size_t start = object_behind_offset(text);
  if (start == npos) start = object_of_known_shape(text);
  return start == npos ? last_group(text) : start;
}

// Fields behind the object: "… (/prog)  0x40/0x50/P/-/-/0", "… (/prog) ilen: 3 insn: 48 39 c7".
std::string_view without_other_fields(std::string_view text) {
  text = without_blanks_behind(text);
  while (!text.empty() && text.back() != ')') {
    std::size_t blank = text.rfind(' ');
    std::string_view last = text.substr(blank == npos ? 0 : blank + 1);
    if (blank == npos || !last.starts_with("0x") || last.find('/') == npos) break;
    text = without_blanks_behind(text.substr(0, blank));
  }
  for (std::string_view field : {" ilen: ", " insn: ", " ABI:"}) {
    std::size_t at = text.rfind(field);
    if (at != npos && at > 0) {
      std::string_view before = without_blanks_behind(text.substr(0, at));
      if (before.ends_with(')') || offset_at_end(before) != npos) text = before;
    }
  }
  return text;
}

void set_symbol(std::string_view symbol, FrameLine& frame) {
  symbol = without_blanks_behind(symbol);
  if (std::size_t offset = offset_at_end(symbol); offset != npos) {
    frame.offset = number_in(symbol.substr(offset + 3), 16).value_or(0);
    symbol = without_blanks_behind(symbol.substr(0, offset));
  }
  if (symbol != "[unknown]") frame.symbol = symbol;
}

bool looks_cut(std::string_view text) {
  return text.find(" (/") != npos || text.find(" ([") != npos || text.starts_with("(");
}

}  // namespace

bool starts_as_frame(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && is_blank(line[at])) ++at;
  std::size_t start = at;
  while (at < line.size() && is_hex_digit(line[at])) ++at;
  return at > start && at - start <= address_digits && (at == line.size() || is_blank(line[at]));
}

std::optional<FrameLine> parse_frame(std::string_view line) {
  Cursor cursor(line);
  std::string_view word = cursor.word();
  if (word.size() > address_digits) return {};
  auto address = number_in(word, 16);
  if (!address) return {};
  FrameLine frame;
  frame.address = *address;
  std::size_t columns = line.size() - cursor.rest().size();
  cursor.skip_blanks();
  std::string_view text = without_other_fields(cursor.rest());
  constexpr std::string_view inlined = "(inlined)";
  if (text == inlined || text.ends_with(" (inlined)")) {
    frame.inlined = true;
    set_symbol(text.substr(0, text.size() - inlined.size()), frame);
    return frame;
  }
  std::size_t start = text.ends_with(')') ? object_start(text) : npos;
  if (start == npos) {  // only an address, or only a symbol
    if (columns < address_columns || looks_cut(text) || text.starts_with("insn:")) return {};
    set_symbol(text, frame);
    return frame;
  }
  frame.object = text.substr(start + 1, text.size() - start - 2);
  if (std::size_t offset = offset_at_end(frame.object); offset != npos) {
    frame.object = frame.object.substr(0, offset);  // field dsoff
  }
  set_symbol(text.substr(0, start), frame);
  return frame;
}

std::optional<FrameLine> parse_flat_frame(std::string_view rest) {
  constexpr int most_fields = 16;
  std::string_view from = rest.substr(0, rest.find(" => "));
  Cursor cursor(from);
  std::optional<FrameLine> found;
  std::size_t end_of_last = 0;
  for (int words = 0; words < most_fields; ++words) {
    std::string_view word = cursor.word();
    if (word.empty()) break;
    auto start = static_cast<std::size_t>(word.data() - from.data());
    std::size_t columns = start + word.size() - end_of_last;
    if (columns >= address_columns && starts_as_frame(word)) {
      if (auto frame = parse_frame(from.substr(end_of_last))) found = frame;
    }
    end_of_last = start + word.size();
  }
  if (found) return found;
  // Other writers do not pad the address: an object tells it from a tracepoint's text.
  auto frame = starts_as_frame(from) ? parse_frame(from) : std::nullopt;
  bool with_object = frame && (frame->object.starts_with('/') || frame->object.starts_with('['));
  return with_object ? frame : std::nullopt;
}

}  // namespace cxprof::perf_script
