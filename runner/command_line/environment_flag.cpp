#include "runner/command_line/environment_flag.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

#include "runner/support/error.h"
#include "runner/support/text.h"

namespace cxprof {

bool environment_flag(const char* variable) {
  const char* set = std::getenv(variable);
  std::string value = set ? set : "";
  for (char& c : value) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  // The words that CMake takes for a boolean.
  constexpr std::array<std::string_view, 5> on{"1", "ON", "TRUE", "YES", "Y"};
  constexpr std::array<std::string_view, 6> off{"", "0", "OFF", "FALSE", "NO", "N"};
  if (std::find(on.begin(), on.end(), value) != on.end()) return true;
  if (std::find(off.begin(), off.end(), value) != off.end()) return false;
  fail("{}={} in the environment is neither on nor off; set it to 1 or 0", variable,
       shell_quoted(set));
}

}  // namespace cxprof
