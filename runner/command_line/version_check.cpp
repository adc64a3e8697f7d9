#include "runner/command_line/version_check.h"

#include <string_view>

#include "runner/support/error.h"

namespace cxprof {
namespace {

std::string_view major_minor(std::string_view version) {
  auto first = version.find('.');
  auto second = first == std::string_view::npos ? first : version.find('.', first + 1);
  return version.substr(0, second);
}

}  // namespace

void check_version(const std::string& expected) {
  if (expected.empty() || major_minor(expected) == major_minor(CXPROF_VERSION)) return;
  fail(
      "the CMake package is CxProf {}, but this runner is cxprof {}; install both from the same "
      "version "
      "or set CXPROF_RUNNER to the runner of version {}",
      expected, CXPROF_VERSION, expected);
}

}  // namespace cxprof
