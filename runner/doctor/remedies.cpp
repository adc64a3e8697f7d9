#include "runner/doctor/remedies.h"

#include <fmt/format.h>

#include "runner/support/text.h"

namespace cxprof::doctor {
namespace {

// os-release(5): its own ID, else a family that it belongs to.
bool is_a(const SystemFacts& system, const std::string& id) {
  return system.id == id || (" " + system.id_like + " ").find(" " + id + " ") != std::string::npos;
}

// The package that perf's wrapper names; as in the advice of "perf-wrapper".
std::string package_in(const std::string& advice) {
  std::size_t begin = advice.find("linux-");
  if (begin == std::string::npos) return {};
  return advice.substr(begin, advice.find_first_of(" ,)", begin) - begin);
}

constexpr const char* of_capability =
    "PERFMON lets the container observe the kernel and all processes of the host through perf, but "
    "change nothing; far less than --privileged or SYS_ADMIN. Narrower still: a seccomp profile "
    "(--security-opt seccomp=FILE) that allows perf_event_open alone; then the host's "
    "perf_event_paranoid decides";

Remedy use(const std::filesystem::path& perf) {
  return {"export CXPROF_PERF=" + shell_quoted(perf.string()), ""};
}

Remedy remedy_for(const Finding& failure, const Facts& facts) {
  const std::string& code = failure.code;
  bool of_perf = code == "perf-not-found" || code == "perf-wrapper" || code == "perf-hangs" ||
                 code == "perf-too-old" || code == "perf-failed";
  if (of_perf && !facts.perf.alternative.empty()) return use(facts.perf.alternative);
  if (code == "perf-not-found" || code == "perf-too-old") return install_perf(facts.system);
  if (code == "perf-wrapper") {
    return {"sudo apt-get install " + shell_quoted(package_in(failure.advice)), ""};
  }
  if (code == "perf-blocked") return allow_system_call(facts);
  if (code == "perf-not-permitted") return allow_recording(facts);
  return {};
}

}  // namespace

Remedy install_perf(const SystemFacts& system) {
  if (is_a(system, "ubuntu")) return {"sudo apt-get install linux-tools-$(uname -r)", ""};
  if (is_a(system, "debian")) return {"sudo apt-get install linux-perf", ""};
  if (is_a(system, "fedora") || is_a(system, "rhel")) return {"sudo dnf install perf", ""};
  if (is_a(system, "suse")) return {"sudo zypper install perf", ""};
  if (is_a(system, "arch")) return {"sudo pacman -S perf", ""};
  if (is_a(system, "alpine")) return {"sudo apk add perf", ""};
  return {};
}

Remedy install_libc_names(const SystemFacts& system) {
  if (is_a(system, "ubuntu") || is_a(system, "debian"))
    return {"sudo apt-get install libc6-dbg", ""};
  if (is_a(system, "fedora") || is_a(system, "rhel"))
    return {"sudo dnf debuginfo-install glibc", ""};
  if (is_a(system, "suse")) return {"sudo zypper install glibc-debuginfo", ""};
  if (is_a(system, "alpine")) return {"sudo apk add musl-dbg", ""};
  return {};
}

Remedy allow_recording(const Facts& facts) {
  const char* host = facts.container.kind.empty() ? "" : "on the host: ";
  std::string perf = facts.perf.path.empty() ? "perf" : shell_quoted(facts.perf.path.string());
  return {fmt::format("{}sudo sysctl kernel.perf_event_paranoid=2", host),
          fmt::format(
              "until the next boot every user may record their own programs, without the kernel's "
              "part and nobody else's; 2 is the kernel's own default. For some users only: `sudo "
              "setcap cap_perfmon=ep {}` with {} executable by their group alone; but through it "
              "they see all processes and the kernel",
              perf, perf)};
}

Remedy allow_system_call(const Facts& facts) {
  const std::string& kind = facts.container.kind;
  if (kind.empty()) return {};
  if (kind == "kubernetes") {
    return {"in the container's securityContext: capabilities: {add: [PERFMON]}", of_capability};
  }
  const char* engine = kind == "podman" || kind == "oci" ? "podman" : "docker";
  return {fmt::format("start the container with: {} run --cap-add PERFMON", engine), of_capability};
}

void explain(Check& check, const Finding& failure, const Facts& facts) {
  check.state = State::missing;
  Remedy remedy = remedy_for(failure, facts);
  check.text = failure.text;
  check.command = remedy.command;
  check.security = remedy.security;
  if (remedy.command.empty() && !failure.advice.empty()) {
    check.text = fmt::format("{} {}", as_sentence(check.text), as_sentence(failure.advice));
  }
}

}  // namespace cxprof::doctor
