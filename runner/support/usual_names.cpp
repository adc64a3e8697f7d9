#include "runner/support/usual_names.h"

#include <array>
#include <utility>

#include "runner/support/cxx_name.h"

namespace cxprof {
namespace {

// In this order: the later ones rely on what the earlier ones left.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> spellings{{
    {"[abi:cxx11]", ""},
    {"std::__cxx11::", "std::"},
    {"std::basic_string<char, std::char_traits<char>, std::allocator<char> >", "std::string"},
    {"std::basic_string<char>", "std::string"},
    {"std::basic_string_view<char, std::char_traits<char> >", "std::string_view"},
    {"std::basic_string<wchar_t, std::char_traits<wchar_t>, std::allocator<wchar_t> >",
     "std::wstring"},
    {"std::basic_ostream<char, std::char_traits<char> >", "std::ostream"},
    {"std::basic_istream<char, std::char_traits<char> >", "std::istream"},
}};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

// ", std::allocator<T> >" at the end of a template's arguments becomes ">".
void drop_default_allocators(std::string& name) {
  constexpr std::string_view allocator = ", std::allocator<";
  for (std::size_t at = 0; (at = name.find(allocator, at)) != std::string::npos;) {
    std::size_t open = at + allocator.size() - 1;
    std::size_t close = std::string::npos;
    for (const BracketPair& pair : cxx_brackets(name)) {
      if (pair.open == open) close = pair.close;
    }
    bool is_last = close != std::string::npos && name.compare(close + 1, 2, " >") == 0;
    if (is_last) {
      name.erase(at, close + 2 - at);
    } else {
      at = open;
    }
  }
}

}  // namespace

std::string usual_name(std::string_view name) {
  std::string usual(name);
  for (const auto& [from, to] : spellings) replace_all(usual, from, to);
  drop_default_allocators(usual);
  return usual;
}

}  // namespace cxprof
