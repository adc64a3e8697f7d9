#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "runner/doctor/collect.h"

namespace cxprof::doctor {
namespace {

// perf_event_open(2) on this process, on any CPU, as a sampling event that never runs. errno, 0:
// it can be opened.
int open_error(std::uint32_t type, std::uint64_t config, bool with_kernel) {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = type;
  attributes.config = config;
  attributes.disabled = 1;
  attributes.freq = 1;
  attributes.sample_freq = 997;
  attributes.sample_type = PERF_SAMPLE_IP;
  attributes.exclude_kernel = with_kernel ? 0 : 1;
  attributes.exclude_hv = with_kernel ? 0 : 1;
  long fd = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (fd < 0) return errno;
  close(static_cast<int>(fd));
  return 0;
}

}  // namespace

EventFacts event_facts() {
  EventFacts facts;
  int with_kernel = open_error(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, true);
  facts.kernel_included = with_kernel == 0;
  facts.cpu_clock_error =
      with_kernel == 0 ? 0 : open_error(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, false);
  facts.cycles_error =
      open_error(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, facts.kernel_included);
  return facts;
}

}  // namespace cxprof::doctor
