#include <fstream>

#include "runner/doctor/collect.h"

namespace cxprof::doctor {

SystemFacts system_facts(const std::filesystem::path& os_release) {
  SystemFacts facts;
  std::ifstream in(os_release);
  for (std::string line; std::getline(in, line);) {  // os-release(5): NAME=value or NAME="value"
    std::size_t equals = line.find('=');
    if (equals == std::string::npos) continue;
    std::string name = line.substr(0, equals);
    std::string value = line.substr(equals + 1);
    std::erase_if(value, [](char c) { return c == '"' || c == '\''; });
    if (name == "ID") facts.id = value;
    if (name == "ID_LIKE") facts.id_like = value;
  }
  return facts;
}

}  // namespace cxprof::doctor
