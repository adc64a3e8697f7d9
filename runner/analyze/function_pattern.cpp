#include "runner/analyze/function_pattern.h"

#include <algorithm>

#include "runner/analyze/function_spellings.h"
#include "runner/support/cxx_name.h"

namespace cxprof {
namespace {

std::string_view without_blanks_around(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// An identifier that every spelling holds; operators are spelt too freely.
std::string held_by_every_match(const std::string& name) {
  std::string last = unqualified_function_name(name);
  bool identifier = std::all_of(last.begin(), last.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  return identifier ? last : "";
}

bool is_mangled_name(std::string_view mangled_symbol, std::string_view written) {
  if (!mangled_symbol.starts_with(written)) return false;
  std::string_view behind = mangled_symbol.substr(written.size());
  return behind.empty() || (written.starts_with("_Z") && (behind[0] == '.' || behind[0] == '@'));
}

std::string return_type_of(std::string_view symbol) {
  return plain_spelling(split_cxx_name(symbol).return_type);
}

}  // namespace

FunctionPattern::FunctionPattern(std::string_view written)
    : written_(without_blanks_around(written)) {
  CxxName parts = split_cxx_name(written_);
  // A return type is told by the parameters behind the name.
  std::string with_parameters = written_ + "()";
  if (parts.parameters.empty()) {
    parts = split_cxx_name(with_parameters);
    parts.parameters = {};
  }
  return_type_ = plain_spelling(parts.return_type);
  name_ = plain_spelling(std::string(parts.qualified) + std::string(parts.parameters));
  must_hold_ = held_by_every_match(name_);
  has_glob_ = written_.find_first_of("*?") != std::string::npos;
}

bool FunctionPattern::matches_literally(std::string_view symbol,
                                        std::string_view mangled_symbol) const {
  if (written_.empty()) return false;
  if (symbol == written_ || is_mangled_name(mangled_symbol, written_)) return true;
  if (symbol.find(must_hold_) == std::string_view::npos) return false;
  std::vector<std::string> spellings = function_spellings(symbol);
  if (!std::binary_search(spellings.begin(), spellings.end(), name_)) return false;
  // Only templates' symbols carry a return type, so others match whatever was written.
  std::string returned = return_type_of(symbol);
  return return_type_.empty() || returned.empty() || returned == return_type_;
}

bool FunctionPattern::matches_as_glob(std::string_view symbol,
                                      std::string_view mangled_symbol) const {
  if (!has_glob_) return matches_literally(symbol, mangled_symbol);
  if (symbol.starts_with('[') != written_.starts_with('[')) return false;  // objects
  if (!mangled_symbol.empty() && written_.starts_with("_Z") &&
      glob_matches(written_, mangled_symbol)) {
    return true;
  }
  if (!return_type_.empty() && !glob_matches(return_type_, return_type_of(symbol))) return false;
  std::vector<std::string> spellings = function_spellings(symbol);
  return std::any_of(spellings.begin(), spellings.end(),
                     [&](const std::string& name) { return glob_matches(name_, name); });
}

bool glob_matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;  // The last one seen, and what it stands for ends at:
  std::size_t covered = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      covered = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++covered;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace cxprof
