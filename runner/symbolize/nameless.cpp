#include "runner/symbolize/nameless.h"

#include <string_view>

#include "runner/support/text.h"

namespace cxprof {

std::string nameless_function(const Module& module) {
  switch (module.kind) {
    case ModuleKind::unknown:
      return "[unknown]";
    case ModuleKind::kernel:
      return "[kernel]";
    case ModuleKind::anonymous:
      return "[JIT]";
    case ModuleKind::file:
    case ModuleKind::kernel_module:
    case ModuleKind::vdso:
      break;
  }
  std::string_view name = module.path;
  name = name.substr(name.rfind('/') + 1);
  if (name.empty()) return "[unknown]";
  if (name.starts_with('[') && name.ends_with(']')) return valid_utf8(name);
  return "[" + valid_utf8(name) + "]";
}

}  // namespace cxprof
