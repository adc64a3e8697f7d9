#include "runner/report/name_shortening.h"

#include <algorithm>
#include <vector>

#include "runner/support/cxx_name.h"
#include "runner/support/text.h"
#include "runner/support/usual_names.h"

namespace cxprof {
namespace {

constexpr std::string_view ellipsis = "…";  // One column.

// The characters of valid UTF-8, each with the columns it takes; combining marks stay with theirs.
std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> found;
  std::size_t begin = 0;
  auto continues = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  while (begin < text.size()) {
    std::size_t end = begin + 1;
    while (end < text.size() && continues(end)) ++end;
    std::string_view character = text.substr(begin, end - begin);
    if (!found.empty() && display_width(character) == 0) {
      found.back() = std::string_view(found.back().data(), found.back().size() + character.size());
    } else {
      found.push_back(character);
    }
    begin = end;
  }
  return found;
}

// The name with every outermost pair of brackets at `depth` emptied to "<…>" or "(…)".
std::string with_brackets_emptied(std::string_view name, int depth) {
  std::string out;
  std::size_t copied = 0;
  for (const BracketPair& pair : cxx_brackets(name)) {
    if (pair.depth != depth || pair.close == pair.open + 1 || pair.open < copied) continue;
    out += name.substr(copied, pair.open + 1 - copied);
    out += ellipsis;
    copied = pair.close;
  }
  return out + std::string(name.substr(copied));
}

int deepest(std::string_view name) {
  int depth = -1;
  for (const BracketPair& pair : cxx_brackets(name)) depth = std::max(depth, pair.depth);
  return depth;
}

// "(int, char) const" -> "(…) const".
std::string without_parameter_types(std::string_view parameters) {
  auto pairs = cxx_brackets(parameters);
  if (pairs.empty() || pairs.front().open != 0 || pairs.front().close == 1) {
    return std::string(parameters);
  }
  return "(" + std::string(ellipsis) + std::string(parameters.substr(pairs.front().close));
}

}  // namespace

std::string middle_shortened(std::string_view text, std::size_t width) {
  if (width == 0 || display_width(text) <= width) return std::string(text);
  std::vector<std::string_view> all = characters(text);
  // The end of a path or a qualified name says more than its beginning.
  std::size_t head_columns = (width - 1) * 2 / 5;
  std::size_t tail_columns = width - 1 - head_columns;
  std::string head;
  std::size_t used = 0;
  for (std::string_view character : all) {
    used += display_width(character);
    if (used > head_columns) break;
    head += character;
  }
  std::size_t begin = text.size();
  used = 0;
  for (auto character = all.rbegin(); character != all.rend(); ++character) {
    used += display_width(*character);
    if (used > tail_columns) break;
    begin -= character->size();
  }
  return head + std::string(ellipsis) + std::string(text.substr(begin));
}

std::string shortened_name(std::string_view name, std::size_t width) {
  std::string safe = printable(usual_name(name));
  auto fits = [&](const std::string& text) { return display_width(text) <= width; };
  if (width == 0 || fits(safe)) return safe;
  CxxName parts = split_cxx_name(safe);
  std::string shorter = std::string(parts.qualified) + std::string(parts.parameters);
  if (fits(shorter)) return shorter;
  shorter = std::string(parts.qualified) + without_parameter_types(parts.parameters);
  std::string qualified(parts.qualified);
  for (int depth = deepest(parts.qualified); depth >= 0 && !fits(shorter); --depth) {
    qualified = with_brackets_emptied(parts.qualified, depth);
    shorter = qualified + without_parameter_types(parts.parameters);
  }
  return fits(shorter) ? shorter : middle_shortened(qualified, width);
}

}  // namespace cxprof
