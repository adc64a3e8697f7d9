#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runner/profile/finding.h"

namespace cxprof::doctor {

/// What perf says about itself.
struct PerfFacts {
  std::string asked_for;              ///< --perf or CXPROF_PERF. Empty: `perf` from PATH.
  std::filesystem::path path;         ///< Absolute. Empty: there is none.
  std::string version;                ///< e.g. "6.1.187". Empty: it did not say.
  std::optional<Finding> failure;     ///< Why it cannot be used, as far as its --version tells.
  std::filesystem::path alternative;  ///< With `failure`: another perf that works. Or empty.
  std::map<std::string, bool> build_options;  ///< `perf version --build-options`. Empty: not said.
  bool options_listed = false;                ///< `perf record -h` listed its options.
  std::vector<std::string> unknown_options;   ///< Of those that we use, as perf spells them.
};

/// What the kernel lets this process do.
struct PermissionFacts {
  std::optional<int> paranoid;       ///< kernel.perf_event_paranoid. Absent: not readable.
  std::optional<int> kptr_restrict;  ///< kernel.kptr_restrict. Absent: not readable.
  bool kernel_names_shown = false;   ///< /proc/kallsyms has addresses for us.
  std::optional<int> seccomp;        ///< Seccomp: of /proc/self/status; 0 none, 2 a filter.
  bool as_root = false;
  /// CAP_PERFMON or CAP_SYS_ADMIN where it counts: effective, and in the initial user namespace.
  bool capable = false;
  bool initial_user_namespace = true;
};

/// What perf_event_open says to us, as perf would call it: errno, 0 where it works.
struct EventFacts {
  int cpu_clock_error = 0;
  bool kernel_included = false;  ///< cpu-clock may also be sampled in the kernel.
  int cycles_error = 0;          ///< The processor's cycle counter.
};

struct ContainerFacts {
  std::string kind;      ///< "docker", "podman", "kubernetes", … Empty: no container seen.
  std::string evidence;  ///< Where that was seen, e.g. "/.dockerenv".
};

/// /etc/os-release
struct SystemFacts {
  std::string id;       ///< "debian", "ubuntu", "fedora", … Empty: not known.
  std::string id_like;  ///< Families it belongs to, separated by blanks.
};

struct LibcFacts {
  std::filesystem::path path;  ///< The C library that this process runs with. Empty: not found.
  bool has_symbols = false;    ///< Names of its internal functions, there or in a debug file.
};

/// How the recording of a burning child went.
struct TrialFacts {
  std::optional<Finding> failure;  ///< Why nothing was recorded, or why it could not be read.
  std::uint64_t samples = 0;
  std::string event;                  ///< Event that was sampled.
  std::vector<std::string> left_out;  ///< Options that perf or the kernel refused.
  std::uint64_t busy_samples = 0;     ///< In the function that burns, by name.
  std::uint64_t caller_samples = 0;   ///< With its caller on the stack, by name.
  Findings findings;                  ///< Of its profile.
};

struct Facts {
  PerfFacts perf;
  PermissionFacts permissions;
  EventFacts events;
  ContainerFacts container;
  SystemFacts system;
  LibcFacts libc;
  TrialFacts trial;
};

}  // namespace cxprof::doctor
