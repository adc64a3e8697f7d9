#include "tests/unit/doctor/examples.h"

#include <cerrno>

namespace cxprof::doctor {

Facts good_machine() {
  Facts facts;
  facts.perf.path = "/usr/bin/perf";
  facts.perf.version = "6.1.187";
  facts.perf.build_options = {{"dwarf", true}, {"libelf", true}, {"zstd", false}, {"bpf", true}};
  facts.perf.options_listed = true;
  facts.permissions = {2, 0, true, 0, true, true, true};
  facts.events.kernel_included = true;
  facts.system.id = "debian";
  facts.libc = {"/lib/x86_64-linux-gnu/libc.so.6", true};
  facts.trial.samples = 300;
  facts.trial.event = "cpu-clock";
  facts.trial.busy_samples = 297;
  facts.trial.caller_samples = 297;
  return facts;
}

Facts ordinary_user() {
  Facts facts = good_machine();
  facts.permissions.as_root = facts.permissions.capable = false;
  facts.permissions.kernel_names_shown = false;
  facts.events.kernel_included = false;
  facts.trial.event = "cpu-clock:u";
  return facts;
}

Facts filtered_container() {
  Facts facts = good_machine();
  facts.system = {"ubuntu", "debian"};
  facts.container = {"docker", "/.dockerenv"};
  facts.permissions.capable = false;
  facts.permissions.seccomp = 2;
  facts.events = {EPERM, false, EPERM};
  facts.trial = {};
  facts.trial.failure = Finding{Severity::error, "perf-blocked",
                                "the kernel refuses perf_event_open", "Start it otherwise"};
  return facts;
}

}  // namespace cxprof::doctor
