#include "runner/verbs/own_name.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace cxprof {

std::string own_name() {
  std::error_code error;
  std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return "cxprof";
  const char* path = std::getenv("PATH");
  std::istringstream directories(path ? path : "");
  for (std::string directory; std::getline(directories, directory, ':');) {
    std::filesystem::path candidate = std::filesystem::path(directory) / "cxprof";
    if (!std::filesystem::exists(candidate, error)) continue;
    return std::filesystem::equivalent(candidate, self, error) ? "cxprof" : self.string();
  }
  return self.string();
}

}  // namespace cxprof
