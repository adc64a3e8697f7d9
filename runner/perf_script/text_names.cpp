#include "runner/perf_script/text_names.h"

#include <algorithm>
#include <array>

#include "runner/perf_script/cursor.h"
#include "runner/support/text.h"
#include "runner/symbolize/demangle.h"

namespace cxprof::perf_script {
namespace {

// "f(int) [clone .part.0] [clone .cold]": so the demangler writes suffixes.
std::string_view without_clone_notes(std::string_view name) {
  constexpr std::string_view note = " [clone ";
  while (name.ends_with(']')) {
    std::size_t at = name.rfind(note);
    if (at == std::string_view::npos || at == 0) break;
    std::string_view suffix = name.substr(at + note.size());
    suffix.remove_suffix(1);
    std::string probe = "f" + std::string(suffix);
    if (without_clone_suffix(probe) != "f") break;  // an outlined body: a function of its own
    name = name.substr(0, at);
  }
  return name;
}

// "gc::GcBox$LT$T$GT$::new::h0123456789abcdef": a Rust name of the old scheme, of which perf knew
// only the part that is C++'s.
bool is_half_demangled_rust(std::string_view name) {
  constexpr std::size_t digits = 16;
  constexpr std::string_view mark = "::h";
  if (name.size() <= digits + mark.size()) return false;
  std::string_view hash = name.substr(name.size() - digits);
  return std::ranges::all_of(hash, is_hex_digit) &&
         name.substr(0, name.size() - digits).ends_with(mark);
}

std::string without_rust_escapes(std::string_view name) {
  struct Escape {
    std::string_view code;
    char character;
  };
  constexpr std::array<Escape, 8> escapes{{{"$LT$", '<'},
                                           {"$GT$", '>'},
                                           {"$RF$", '&'},
                                           {"$BP$", '*'},
                                           {"$LP$", '('},
                                           {"$RP$", ')'},
                                           {"$C$", ','},
                                           {"$SP$", '@'}}};
  std::string text;
  name = name.substr(0, name.rfind("::h"));
  while (!name.empty()) {
    const auto* escape =
        std::ranges::find_if(escapes, [&](const Escape& e) { return name.starts_with(e.code); });
    std::size_t end = name.starts_with("$u") ? name.find('$', 2) : std::string_view::npos;
    if (escape != escapes.end()) {
      text += escape->character;
      name.remove_prefix(escape->code.size());
    } else if (end == 4 && number_in(name.substr(2, 2), 16)) {
      text += static_cast<char>(*number_in(name.substr(2, 2), 16));
      name.remove_prefix(end + 1);
    } else if (name.starts_with("..")) {
      text += "::";
      name.remove_prefix(2);
    } else {
      text += name.front();
      name.remove_prefix(1);
    }
  }
  return text;
}

}  // namespace

std::string text_display_name(std::string_view symbol, bool made_by_jit) {
  if (symbol.starts_with("_Z") || symbol.starts_with("_R")) return display_name(symbol);
  if (made_by_jit) return valid_utf8(symbol);
  if (is_half_demangled_rust(symbol)) return valid_utf8(without_rust_escapes(symbol));
  return display_name(without_clone_notes(symbol));
}

}  // namespace cxprof::perf_script
