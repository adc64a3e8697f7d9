#include "runner/perf_script/text_names.h"

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

}  // namespace

std::string text_display_name(std::string_view symbol, bool made_by_jit) {
  if (symbol.starts_with("_Z") || symbol.starts_with("_R")) return display_name(symbol);
  if (made_by_jit) return valid_utf8(symbol);
  return display_name(without_clone_notes(symbol));
}

}  // namespace cxprof::perf_script
