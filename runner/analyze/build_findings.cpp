#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

#include "runner/analyze/findings.h"

namespace cxprof {
namespace {

// Flags that change what is being measured. The compiler's record first; a sanitizer also shows in
// the objects that were mapped.
std::string instrumentation(const Evidence& evidence) {
  constexpr std::array<std::string_view, 6> flags{"-fsanitize=",
                                                  "--coverage",
                                                  "-fprofile-arcs",
                                                  "-ftest-coverage",
                                                  "-finstrument-functions",
                                                  "-fprofile-generate"};
  const std::string& producer = evidence.profile.target.producer;
  for (std::string_view flag : flags) {
    std::size_t at = producer.find(flag);
    if (at != std::string::npos) return producer.substr(at, producer.find(' ', at) - at);
  }
  constexpr std::array<std::string_view, 3> libraries{"libasan", "libtsan", "libubsan"};
  for (const Module& module : evidence.symbolized.modules) {
    std::string file = std::filesystem::path(module.path).filename().string();
    for (std::string_view library : libraries) {
      if (file.starts_with(library)) return file;
    }
  }
  return "";
}

}  // namespace

void add_build_findings(const Evidence& evidence, Findings& findings) {
  const Target& target = evidence.profile.target;
  std::string program = std::filesystem::path(target.executable).filename().string();
  if (target.optimization == "-O0") {
    findings.push_back(
        {Severity::warning, "not-optimized",
         fmt::format("{} was compiled without optimisation (-O0): time lies elsewhere in an "
                     "optimised build.",
                     program),
         "Profile a RelWithDebInfo or Release build with -g."});
  }
  if (std::string flag = instrumentation(evidence); !flag.empty()) {
    findings.push_back(
        {Severity::warning, "instrumented",
         fmt::format("{} was built with instrumentation ({}), whose cost is in every number.",
                     program, flag),
         "Profile a build without sanitizers and coverage."});
  }
}

}  // namespace cxprof
