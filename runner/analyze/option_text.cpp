#include "runner/analyze/option_text.h"

#include <fmt/format.h>

namespace cxprof {

std::string option_text(const Recording& recording, const std::string& name,
                        const std::string& value) {
  std::string words = value.empty() ? name : name + " " + value;
  // A profile of CMake's always says where the project's binaries lie.
  if (recording.code_roots.binaries.empty()) return "--" + words;
  std::string keyword = name == "user-root" || name == "runtime-root" ? name + "s" : name;
  for (char& c : keyword) {
    if (c == '-') c = '_';
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  if (!value.empty()) keyword += " " + value;
  return fmt::format("--{} ({} in CMake)", words, keyword);
}

}  // namespace cxprof
