#include <regex>
#include <sstream>

#include "runner/doctor/collect.h"

namespace cxprof::doctor {

std::set<std::string> options_in_usage(const std::string& usage) {
  // "    -F, --freq <freq>", "    -g   enables …", "        --buildid-mmap   Record …": one an
  // option, indented; what explains it stands further right.
  static const std::regex option(R"(^\s{2,}(?:-(\w)(?:,\s+|\s|$))?(?:--([\w-]+))?.*)");
  std::set<std::string> names;
  std::istringstream lines(usage);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, option)) continue;
    for (std::size_t group : {1U, 2U}) {
      if (match[group].matched) names.insert(match[group].str());
    }
  }
  return names;
}

std::map<std::string, bool> options_in_build(const std::string& output) {
  // "                 dwarf: [ on  ]  # HAVE_DWARF_SUPPORT"
  static const std::regex option(R"(^\s*([\w-]+): \[ (on|OFF)\s*\].*)");
  std::map<std::string, bool> options;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_match(line, match, option)) options[match[1].str()] = match[2] == "on";
  }
  return options;
}

}  // namespace cxprof::doctor
