#include "runner/analyze/function_spellings.h"

#include <algorithm>

#include "runner/support/cxx_name.h"
#include "runner/support/usual_names.h"

namespace cxprof {
namespace {

constexpr std::string_view anonymous_namespace = "(anonymous namespace)";

bool is_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::string without_abi_tags(std::string_view name) {
  std::string out;
  for (std::size_t at = 0; at < name.size();) {
    std::size_t tag = name.find("[abi:", at);
    std::size_t end = tag == std::string_view::npos ? tag : name.find(']', tag);
    if (end == std::string_view::npos) return out.append(name.substr(at));
    out.append(name.substr(at, tag - at));
    at = end + 1;
  }
  return out;
}

// Only blanks between two words stay.
std::string without_needless_blanks(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == ' ') {
      std::size_t next = name.find_first_not_of(' ', i);
      bool between_words = !out.empty() && is_identifier(out.back()) &&
                           next != std::string_view::npos && is_identifier(name[next]);
      if (!between_words) continue;
      if (out.back() == ' ') continue;
    }
    out += name[i];
  }
  return out;
}

// "f(const char*)" -> "f(char const*)", as demanglers write it.
std::string with_const_behind(std::string name) {
  constexpr std::string_view word = "const ";
  for (std::size_t at = 0; (at = name.find(word, at)) != std::string::npos; ++at) {
    std::size_t before = name.find_last_not_of(' ', at == 0 ? std::string::npos : at - 1);
    if (at == 0 || before == std::string::npos ||
        std::string_view("(,<").find(name[before]) == std::string_view::npos) {
      continue;
    }
    std::size_t begin = at + word.size();
    std::size_t end = begin;
    for (int depth = 0; end < name.size(); ++end) {
      char c = name[end];
      if (depth == 0 && std::string_view("*&,)>").find(c) != std::string_view::npos) break;
      if (c == '<' || c == '(') ++depth;
      if (c == '>' || c == ')') --depth;
    }
    std::string type = name.substr(begin, end - begin);
    while (type.ends_with(' ')) type.pop_back();
    name.replace(at, end - at, type + " const");
  }
  return name;
}

// "a::b<c::d>::e" -> a, b<c::d>, e.
std::vector<std::string_view> components_of(std::string_view qualified) {
  std::vector<std::string_view> components;
  std::vector<BracketPair> pairs = cxx_brackets(qualified);
  std::size_t begin = 0;
  int braces = 0;
  for (std::size_t i = 0; i < qualified.size(); ++i) {
    std::string_view rest = qualified.substr(i);
    // "operator std::string": its type is no component. (Lambdas in one are left as they are.)
    bool conversion = i == begin && rest.starts_with("operator ");
    if (conversion) break;
    if (rest.starts_with(anonymous_namespace)) {
      i += anonymous_namespace.size() - 1;
      continue;
    }
    char c = qualified[i];
    if (c == '{') ++braces;
    if (c == '}') --braces;
    auto pair =
        std::find_if(pairs.begin(), pairs.end(), [i](const BracketPair& p) { return p.open == i; });
    if (pair != pairs.end()) {
      i = pair->close;
    } else if (braces == 0 && rest.starts_with("::") && i > begin) {
      components.push_back(qualified.substr(begin, i - begin));
      begin = i + 2;
      ++i;
    }
  }
  components.push_back(qualified.substr(begin));
  return components;
}

// What is left of `component` without the brackets of this kind at its end.
std::string_view without_last(std::string_view component, char opening) {
  for (const BracketPair& pair : cxx_brackets(component)) {
    if (pair.depth != 0 || pair.close + 1 != component.size() || component[pair.open] != opening) {
      continue;
    }
    component = component.substr(0, pair.open);
    while (component.ends_with(' ')) component.remove_suffix(1);
    break;
  }
  return component;
}

// The enclosing function's parameters and template arguments; a class's template arguments.
std::string_view bare_scope(std::string_view component) {
  for (std::string_view qualifier : {" const", " volatile", " &&", " &"}) {
    if (component.ends_with(qualifier)) component.remove_suffix(qualifier.size());
  }
  if (component == anonymous_namespace) return component;
  return without_last(without_last(component, '('), '<');
}

// Spellings without parameters.
void append_qualified(const std::vector<std::string_view>& components,
                      std::vector<std::string>& names) {
  for (bool bare_last : {false, true}) {
    for (bool bare_scopes : {false, true}) {
      std::string_view last = components.back();
      std::string name = without_needless_blanks(bare_last ? without_last(last, '<') : last);
      names.push_back(name);
      for (auto scope = std::next(components.rbegin()); scope != components.rend(); ++scope) {
        name = without_needless_blanks(bare_scopes ? bare_scope(*scope) : *scope) + "::" + name;
        names.push_back(name);
      }
      names.push_back("::" + name);
    }
  }
}

void append_spellings(std::string_view symbol, std::vector<std::string>& spellings) {
  CxxName parts = split_cxx_name(symbol);
  std::vector<std::string_view> components = components_of(parts.qualified);
  std::vector<std::string> names;
  append_qualified(components, names);
  auto removed = std::remove(components.begin(), components.end(), anonymous_namespace);
  if (removed != components.end() && removed != components.begin()) {
    components.erase(removed, components.end());
    append_qualified(components, names);
  }
  std::string parameters = without_needless_blanks(parts.parameters);
  std::string without_qualifiers;  // "(int) const" -> "(int)"
  if (auto pairs = cxx_brackets(parameters); !pairs.empty() && pairs.front().open == 0) {
    without_qualifiers = parameters.substr(0, pairs.front().close + 1);
  }
  for (const std::string& name : names) {
    spellings.push_back(name);
    if (!parameters.empty()) spellings.push_back(name + parameters);
    if (without_qualifiers != parameters && !without_qualifiers.empty()) {
      spellings.push_back(name + without_qualifiers);
    }
  }
}

}  // namespace

std::string plain_spelling(std::string_view name) {
  return without_needless_blanks(with_const_behind(without_abi_tags(name)));
}

std::vector<std::string> function_spellings(std::string_view symbol) {
  // A stub is not the function that it leads to; "[libc.so.6]" is an object.
  if (symbol.ends_with("@plt") || symbol.starts_with('[')) return {plain_spelling(symbol)};
  std::vector<std::string> spellings;
  std::string as_demangled = without_abi_tags(symbol);
  append_spellings(as_demangled, spellings);
  std::string usual = usual_name(as_demangled);
  if (usual != as_demangled) append_spellings(usual, spellings);
  std::sort(spellings.begin(), spellings.end());
  spellings.erase(std::unique(spellings.begin(), spellings.end()), spellings.end());
  return spellings;
}

std::string unqualified_function_name(std::string_view symbol) {
  std::string name = without_abi_tags(symbol);
  std::string_view last = components_of(split_cxx_name(name).qualified).back();
  return without_needless_blanks(without_last(last, '<'));
}

std::string name_without_parameters(std::string_view symbol) {
  std::string usual = usual_name(without_abi_tags(symbol));
  return std::string(without_last(split_cxx_name(usual).qualified, '<'));
}

}  // namespace cxprof
