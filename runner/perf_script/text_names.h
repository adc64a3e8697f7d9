#pragma once

#include <string>
#include <string_view>

namespace cxprof::perf_script {

/// What a symbol of perf script text is shown as. Mangled names (--no-demangle, old perf) become
/// what they are from perf.data; names that perf demangled lose its "[clone .cold]", C names their
/// clone suffixes. `made_by_jit`: the name is a program's own and kept whatever it holds.
std::string text_display_name(std::string_view symbol, bool made_by_jit);

}  // namespace cxprof::perf_script
