#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>

#include "runner/doctor/collect.h"

namespace cxprof::doctor {

ContainerFacts container_facts(const std::filesystem::path& root) {
  std::error_code unreadable;
  if (std::getenv("KUBERNETES_SERVICE_HOST") != nullptr) {
    return {"kubernetes", "KUBERNETES_SERVICE_HOST is set"};
  }
  if (std::filesystem::exists(root / "run/.containerenv", unreadable)) {
    return {"podman", "/run/.containerenv"};
  }
  if (std::filesystem::exists(root / ".dockerenv", unreadable)) return {"docker", "/.dockerenv"};
  // systemd's container interface: nspawn, podman, lxc, … set it for their first process.
  if (const char* name = std::getenv("container"); name != nullptr && *name != '\0') {
    return {name, std::string("container=") + name};
  }
  std::ifstream in(root / "proc/1/cgroup");
  std::string groups{std::istreambuf_iterator<char>(in), {}};
  for (std::string_view word : {"docker", "kubepods", "libpod", "containerd", "lxc"}) {
    if (groups.find(word) == std::string::npos) continue;
    std::string kind = word == "kubepods" ? "kubernetes"
                       : word == "libpod" ? "podman"
                                          : std::string(word);
    return {kind, "/proc/1/cgroup"};
  }
  return {};
}

}  // namespace cxprof::doctor
