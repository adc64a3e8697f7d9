#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "runner/doctor/checks.h"
#include "runner/doctor/remedies.h"

namespace cxprof::doctor {
namespace {

std::string who(const PermissionFacts& permissions) {
  if (!permissions.as_root) return permissions.capable ? "this user (CAP_PERFMON)" : "this user";
  if (permissions.capable) return "root";
  return permissions.initial_user_namespace ? "root without CAP_PERFMON"
                                            : "root of a user namespace, an ordinary user outside,";
}

std::string on_host(const Facts& facts) {
  return facts.container.kind.empty() ? "" : "on the host: ";
}

// Levels 3 and 4 are Debian's and Ubuntu's: there, nothing for ordinary users.
bool paranoid_permits(const PermissionFacts& permissions) {
  return permissions.capable || permissions.paranoid.value_or(2) <= 2;
}

}  // namespace

Check perf_event_paranoid(const Facts& facts) {
  Check check{"perf-event-paranoid", "kernel.perf_event_paranoid", State::ok, "", "", ""};
  const PermissionFacts& permissions = facts.permissions;
  const EventFacts& events = facts.events;
  std::string value = permissions.paranoid ? fmt::format("is {}", *permissions.paranoid)
                                           : std::string("cannot be read");
  std::string user = who(permissions);
  if (events.cpu_clock_error == EACCES ||
      (events.cpu_clock_error != 0 && !paranoid_permits(permissions))) {
    check.state = State::missing;
    check.text = fmt::format("{}: {} may not record even their own programs", value, user);
    Remedy remedy =
        paranoid_permits(permissions) ? allow_system_call(facts) : allow_recording(facts);
    if (paranoid_permits(permissions)) {
      check.text = fmt::format(
          "{}, which would let {} record, but it is refused all the same ({}): "
          "by a security module or the container",
          value, user, std::strerror(events.cpu_clock_error));
    }
    check.command = remedy.command;
    check.security = remedy.security;
  } else if (events.kernel_included || events.cpu_clock_error != 0) {
    check.text = fmt::format("{}: {} may record, the kernel's part included", value, user);
    if (events.cpu_clock_error != 0) check.text = fmt::format("{}: {} may record", value, user);
  } else {
    check.state = State::limited;
    check.text =
        fmt::format("{}: {} may record their own programs, without the kernel's part", value, user);
    check.command = on_host(facts) + "sudo sysctl kernel.perf_event_paranoid=1";
    check.security =
        "until the next boot every user may see where the kernel works for their own programs, "
        "which makes attacks on it easier; leave it unless system calls are your question";
  }
  return check;
}

Check kptr_restrict(const Facts& facts) {
  Check check{"kptr-restrict", "kernel.kptr_restrict", State::ok, "", "", ""};
  const PermissionFacts& permissions = facts.permissions;
  std::string value = permissions.kptr_restrict ? fmt::format("is {}", *permissions.kptr_restrict)
                                                : std::string("cannot be read");
  if (permissions.kernel_names_shown) {
    check.text = value + ": kernel functions have names";
  } else if (!facts.events.kernel_included) {
    check.text = value + ": kernel functions have no names, and are not recorded either";
  } else {
    check.state = State::limited;
    check.text = value + ": kernel functions have no names, their time stands under [kernel]";
    if (permissions.kptr_restrict.value_or(0) > 0) {
      check.command = on_host(facts) + "sudo sysctl kernel.kptr_restrict=0";
      check.security =
          "until the next boot those who may profile the kernel can read its addresses, which "
          "helps "
          "attacks against it; leave it unless system calls are your question";
    }
  }
  return check;
}

Check seccomp(const Facts& facts) {
  Check check{"seccomp", "system call filter", State::ok, "", "", ""};
  bool filtered = facts.permissions.seccomp.value_or(0) != 0;
  int error = facts.events.cpu_clock_error;
  std::string filter = filtered ? "a seccomp filter is active" : "no seccomp filter";
  if (error == 0) {
    check.text = filtered ? filter + ", it lets perf_event_open pass" : filter;
  } else if (error == EPERM || error == ENOSYS) {
    // The kernel's own refusal is EACCES; container profiles answer with these.
    check.state = State::missing;
    check.text = fmt::format("perf_event_open is refused ({}) although {}", std::strerror(error),
                             paranoid_permits(facts.permissions)
                                 ? "kernel.perf_event_paranoid permits it"
                                 : "that is not how the kernel itself refuses");
    check.text += filtered          ? ": a seccomp filter is active, as in most containers"
                  : error == ENOSYS ? ": this kernel or sandbox has no perf events"
                                    : ": a security module or the kernel's lockdown forbids it";
    Remedy remedy = filtered ? allow_system_call(facts) : Remedy{};
    check.command = remedy.command;
    check.security = remedy.security;
    if (filtered && remedy.command.empty()) {
      check.text += "; whoever set it up (a service manager, a sandbox) must allow the call";
    }
  } else {
    check.text = filter;
    if (filtered) check.text += "; a refusal like this one is rarely a filter's";
  }
  return check;
}

}  // namespace cxprof::doctor
