#include "runner/report/collapsed_names.h"

#include <algorithm>

#include "runner/support/cxx_name.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

// "net/http.(*Client).Do": parentheses within a Go name hold its receiver.
bool is_go_method(std::string_view name) {
  std::size_t open = name.find(".(");
  return open != std::string_view::npos && name.find(").", open) != std::string_view::npos;
}

// "Ljava/lang/Thread;::run" but not "LazyCompile:*run /app/a.js:1"
bool is_java_class(std::string_view name) {
  std::size_t slash = name.find('/');
  if (!name.starts_with('L') || slash == std::string_view::npos) return false;
  return std::ranges::all_of(name.substr(0, slash), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$';
  });
}

std::string_view without_parameters(std::string_view name) {
  if (is_go_method(name)) return name;
  std::string_view qualified = split_cxx_name(name).qualified;
  constexpr std::string_view call = "operator()";
  if (qualified.ends_with(call)) qualified.remove_suffix(2);  // the custom: cut at '('
  return qualified.empty() ? name : qualified;
}

std::string nameless(const Module& module) {
  if (module.kind == ModuleKind::unknown || module.path.empty()) return "[unknown]";
  std::string_view path = module.path;
  return "[" + std::string(path.substr(path.rfind('/') + 1)) + "]";
}

std::string_view annotation(const Module& module, bool inlined) {
  switch (module.kind) {
    case ModuleKind::kernel:
    case ModuleKind::kernel_module:
    case ModuleKind::vdso:
      return "_[k]";
    case ModuleKind::anonymous:
      return "_[j]";
    case ModuleKind::file:
    case ModuleKind::unknown:
      break;
  }
  return inlined ? "_[i]" : "";
}

std::string folded(std::string_view text) {
  std::string name = printable(text);
  std::ranges::replace(name, ';', ':');
  return name;
}

}  // namespace

std::string collapsed_name(const Function& function, const Module& module, bool inlined,
                           bool annotate) {
  std::string name;
  if (function.source == NameSource::none) {
    name = folded(nameless(module));
  } else if (function.source == NameSource::perf_map) {
    name = folded(std::string_view(function.name).substr(is_java_class(function.name) ? 1 : 0));
  } else {
    name = folded(without_parameters(function.name));
  }
  if (annotate) name += annotation(module, inlined);
  return name;
}

std::string collapsed_thread(std::string_view comm) {
  std::string name = folded(comm);
  std::ranges::replace(name, ' ', '_');
  return name;
}

}  // namespace cxprof
