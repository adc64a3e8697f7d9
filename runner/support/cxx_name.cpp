#include "runner/support/cxx_name.h"

#include <algorithm>
#include <array>

namespace cxprof {
namespace {

// Longer names are not taken apart: matching brackets takes quadratic time at worst, and names come
// from files that anybody may have made.
constexpr std::size_t longest_name = 32 * 1024;

constexpr std::string_view anonymous_namespace = "(anonymous namespace)";

bool is_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool starts_at(std::string_view name, std::size_t at, std::string_view text) {
  // The first character tells nearly always; this is asked at every character of every name.
  return at < name.size() && name[at] == text[0] && name.substr(at, text.size()) == text;
}

// Length of the operator's name when "operator" stands at `at`: up to where its template arguments
// or parameters begin. 0: no operator there. A conversion's type is left to the ordinary scan.
std::size_t operator_length(std::string_view name, std::size_t at) {
  constexpr std::string_view keyword = "operator";
  if (!starts_at(name, at, keyword)) return 0;
  if (at > 0 && is_identifier(name[at - 1])) return 0;
  std::size_t after = at + keyword.size();
  if (after >= name.size() || is_identifier(name[after])) return 0;
  // Longest first, so that "<=>" is not taken for "<=" and "()" not for parameters.
  constexpr std::array<std::string_view, 52> spellings{
      " delete[]", " delete", " new[]", " new", " co_await", "\"\" ", "<=>", "<<=", ">>=",
      "->*",       "<<",      ">>",     "<=",   ">=",        "==",    "!=",  "&&",  "||",
      "++",        "--",      "+=",     "-=",   "*=",        "/=",    "%=",  "&=",  "|=",
      "^=",        "->",      "()",     "[]",   "<",         ">",     "=",   "!",   "+",
      "-",         "*",       "/",      "%",    "&",         "|",     "^",   "~",   ",",
      "?",         ".*",      "\"\"",   "::",   "@",         "#",     ";"};
  for (std::string_view spelling : spellings) {
    if (starts_at(name, after, spelling)) return keyword.size() + spelling.size();
  }
  // "operator bool": the blank belongs to the name.
  return keyword.size() + (name[after] == ' ' ? 1 : 0);
}

}  // namespace

std::vector<BracketPair> cxx_brackets(std::string_view name) {
  std::vector<BracketPair> pairs;
  if (name.size() > longest_name) return pairs;
  std::vector<std::size_t> open;  // Indices into pairs, or `other` for {} and [].
  constexpr std::size_t other = static_cast<std::size_t>(-1);
  std::vector<char> kinds;
  auto depth = [&] {
    return static_cast<int>(
        std::count_if(open.begin(), open.end(), [&](std::size_t i) { return i != other; }));
  };
  auto close = [&](char opening, std::size_t at) {
    // A '<' that was a comparison has no partner: it is dropped when an outer bracket closes.
    auto found = std::find(kinds.rbegin(), kinds.rend(), opening);
    if (found == kinds.rend()) return;
    if (opening == '<' && found != kinds.rbegin()) return;
    while (kinds.back() != opening) {
      kinds.pop_back();
      open.pop_back();
    }
    if (open.back() != other) pairs[open.back()].close = at;
    kinds.pop_back();
    open.pop_back();
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (std::size_t length = operator_length(name, i); length > 0) {
      i += length - 1;
      continue;
    }
    if (starts_at(name, i, anonymous_namespace)) {
      i += anonymous_namespace.size() - 1;
      continue;
    }
    char c = name[i];
    if (c == '<' || c == '(') {
      pairs.push_back({i, 0, depth()});
      open.push_back(pairs.size() - 1);
      kinds.push_back(c);
    } else if (c == '{' || c == '[') {
      open.push_back(other);
      kinds.push_back(c);
    } else if (c == '>' && !(i > 0 && name[i - 1] == '-')) {
      close('<', i);
    } else if (c == ')') {
      close('(', i);
    } else if (c == '}') {
      close('{', i);
    } else if (c == ']') {
      close('[', i);
    }
  }
  std::erase_if(pairs, [](const BracketPair& pair) { return pair.close == 0; });
  return pairs;
}

CxxName split_cxx_name(std::string_view name) {
  CxxName whole{{}, name, {}};
  if (name.size() > longest_name) return whole;
  std::vector<BracketPair> pairs = cxx_brackets(name);
  auto pair_at = [&](std::size_t at) -> const BracketPair* {
    auto found = std::lower_bound(pairs.begin(), pairs.end(), at,
                                  [](const BracketPair& p, std::size_t a) { return p.open < a; });
    return found != pairs.end() && found->open == at ? &*found : nullptr;
  };
  std::size_t begin = 0;  // Of the qualified name: after the last blank outside of brackets.
  int braces = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (std::size_t length = operator_length(name, i); length > 0) {
      // The blank of "operator bool" and of "operator< <int>" ends no return type.
      i += length - 1;
      if (name[i] == ' ') continue;
      if (i + 1 < name.size() && name[i + 1] == ' ') ++i;
      continue;
    }
    if (starts_at(name, i, anonymous_namespace)) {
      i += anonymous_namespace.size() - 1;
      continue;
    }
    char c = name[i];
    if (c == '{' || c == '[') ++braces;
    if (c == '}' || c == ']') --braces;
    if (braces > 0) continue;
    if (c == ' ') {
      begin = i + 1;
    } else if (const BracketPair* pair = pair_at(i)) {
      if (c == '<') {
        i = pair->close;
        continue;
      }
      bool is_decltype = i >= 8 && name.substr(i - 8, 8) == "decltype";
      std::size_t after = pair->close + 1;
      for (std::string_view qualifier : {" const", " volatile", " &&", " &"}) {
        if (starts_at(name, after, qualifier)) after += qualifier.size();
      }
      if (is_decltype || starts_at(name, after, "::")) {
        i = after - 1;
        continue;
      }
      if (i == begin) return whole;  // "(*f(int))(char)" and the like.
      std::string_view type = begin > 0 ? name.substr(0, begin - 1) : std::string_view();
      return {type, name.substr(begin, i - begin), name.substr(i)};
    }
  }
  return whole;
}

}  // namespace cxprof
