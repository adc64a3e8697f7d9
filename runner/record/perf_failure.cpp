#include "runner/record/perf_failure.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <initializer_list>
#include <string_view>

#include "runner/support/text.h"

namespace cxprof {
namespace {

constexpr std::string_view permission_advice =
    "Allow it with `sudo sysctl kernel.perf_event_paranoid=2` (everybody may record their own "
    "programs, without the kernel; 1: with it), permanently in /etc/sysctl.d, or run as root";
constexpr std::string_view container_advice =
    "In a container start it with `--cap-add PERFMON` or a seccomp profile that allows "
    "perf_event_open (docker: `--security-opt seccomp=FILE`)";

Finding error(std::string code, std::string text, std::string advice) {
  return {Severity::error, std::move(code), std::move(text), std::move(advice)};
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> words) {
  for (std::string_view word : words) {
    if (text.find(word) != std::string_view::npos) return true;
  }
  return false;
}

// The rest of the line behind `words`, without blanks around; empty where they do not stand.
std::string after(const std::string& text, std::string_view words) {
  std::size_t begin = text.find(words);
  if (begin == std::string::npos) return {};
  begin = text.find_first_not_of(" \t", begin + words.size());
  if (begin == std::string::npos) return {};
  std::string rest = text.substr(begin, text.find('\n', begin) - begin);
  rest.erase(rest.find_last_not_of(" \t\r") + 1);
  return rest;
}

// perf's most telling line, for failures that we cannot name: the one after "Error:", else the
// first.
std::string telling_line(const std::string& output) {
  std::size_t begin = output.find("Error:");
  begin = begin == std::string::npos ? 0 : begin + 6;
  begin = output.find_first_not_of(" \t\r\n", begin);
  if (begin == std::string::npos) return "it printed nothing";
  return "it says: " + printable(output.substr(begin, output.find('\n', begin) - begin));
}

// The word of `text` that begins with `prefix`. Empty: none.
std::string word_beginning_with(const std::string& text, std::string_view prefix) {
  std::size_t begin = text.find(prefix);
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_first_of(" \t\n", begin) - begin);
}

Finding wrapper_without_package(const PerfFailure& failure) {
  // Of the packages that Ubuntu lists the first is for the very kernel; Debian names one.
  std::string package = word_beginning_with(failure.output, "linux-tools-");
  if (package.empty()) package = word_beginning_with(failure.output, "linux-perf-");
  std::string kernel = after(failure.output, "perf not found for kernel");
  return error(
      "perf-wrapper",
      fmt::format("{} is only a wrapper: the perf for {} is not installed", failure.perf,
                  kernel.empty() ? "this kernel" : "kernel " + printable(kernel)),
      fmt::format("Install the package {} (on WSL, where no such package exists, "
                  "linux-tools-generic, and name its /usr/lib/linux-tools/*/perf with --perf)",
                  package.empty() ? "linux-tools-$(uname -r)" : printable(package)));
}

Finding not_permitted(const PerfFailure& failure) {
  if (failure.as_root || failure.paranoid <= 2) {
    return error("perf-blocked",
                 fmt::format("the kernel refuses perf_event_open although "
                             "kernel.perf_event_paranoid is {}{}: a seccomp filter or a security "
                             "module forbids it, as in most containers",
                             failure.paranoid, failure.as_root ? " and we are root" : ""),
                 std::string(container_advice));
  }
  return error("perf-not-permitted",
               fmt::format("recording is not permitted: kernel.perf_event_paranoid is {}, which "
                           "keeps ordinary users from recording even their own programs",
                           failure.paranoid),
               std::string(permission_advice));
}

std::string how_it_ended(ChildEnd end) {
  return WIFSIGNALED(end.wait_status)
             ? fmt::format("was killed by signal {}", WTERMSIG(end.wait_status))
             : fmt::format("ended with status {}", WEXITSTATUS(end.wait_status));
}

}  // namespace

Finding perf_not_found(const std::string& path) {
  return error("perf-not-found",
               path.empty() ? "perf is not installed: there is no `perf` in PATH"
                            : fmt::format("there is no executable perf at {}", printable(path)),
               "Install it (Debian: linux-perf, Ubuntu: linux-tools-$(uname -r), Fedora: perf), or "
               "name one with --perf or CXPROF_PERF");
}

Finding classify_perf_failure(const PerfFailure& failure) {
  const std::string& output = failure.output;
  if (failure.hung) {
    return error("perf-hangs", fmt::format("{} hangs: it never started the program", failure.perf),
                 "Try `perf record true` by hand, or name another perf with --perf");
  }
  if (contains_any(output, {"perf not found for kernel", "You may need to install the following",
                            "E: linux-perf-"})) {
    return wrapper_without_package(failure);
  }
  if (contains_any(output, {"No space left on device", "Disk quota exceeded"})) {
    return error("disk-full", "the recording could not be written: no space left on the device",
                 "Free some space, choose another --output-dir, or record less (--frequency, "
                 "--stack-size)");
  }
  if (contains_any(output, {"unknown option", "unknown switch", "is not a perf-command"})) {
    return error("perf-too-old",
                 fmt::format("{} is too old: it does not know an option that is needed ({})",
                             failure.perf, telling_line(output)),
                 "Install a perf of Linux 4.1 or newer, or name one with --perf");
  }
  if (contains_any(output, {"returned with 38", "Function not implemented"})) {
    return error("perf-blocked",
                 "this kernel or container has no perf_event_open (Function not implemented)",
                 std::string(container_advice));
  }
  if (contains_any(output, {"Too many open files", "Too many events are opened"})) {
    return error("too-many-open-files",
                 "perf ran out of file descriptors: it needs some per event and CPU",
                 fmt::format("Raise the limit, e.g. `ulimit -n 8192`"));
  }
  if (contains_any(output, {"Permission error mapping pages"})) {
    return error("perf-memory-limit", "perf may not lock the memory for its buffers",
                 "Raise /proc/sys/kernel/perf_event_mlock_kb, or run fewer recordings at once");
  }
  if (contains_any(output, {"Not enough memory to setup event", "Cannot allocate memory"})) {
    return error("out-of-memory", "the kernel has not enough memory for the event",
                 "Look at /proc/sys/kernel/perf_event_max_stack and the container's memory limit");
  }
  if (contains_any(output, {"No permission to enable", "Operation not permitted",
                            "Access to performance monitoring", "You may not have permission",
                            "Permission denied"})) {
    return not_permitted(failure);
  }
  if (contains_any(output, {"event is not supported", "event syntax error", "not supported",
                            "doesn't support sampling", "Invalid event", "Invalid argument",
                            "Cannot find PMU", "was not found", "Operation not supported"})) {
    return error("event-not-supported",
                 fmt::format("this machine cannot sample the event {} ({})",
                             printable(failure.event), telling_line(output)),
                 "Use `--event cpu-clock`, which every kernel has; `perf list` shows the others");
  }
  if (contains_any(output, {"failed to open", "failed to create", "failed to write"})) {
    return error("perf-cannot-write",
                 fmt::format("perf could not write its file ({})", telling_line(output)),
                 "Choose another --output-dir");
  }
  return error("perf-failed",
               fmt::format("{} {} before it started the program; {}", failure.perf,
                           how_it_ended(failure.end), telling_line(output)),
               "runner.log in the run directory has all that it printed");
}

}  // namespace cxprof
