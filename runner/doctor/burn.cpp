#include "runner/doctor/burn.h"

#include <ctime>

// Plain C names, kept apart from each other and from their callers whatever the optimiser would
// like. Visible to the dynamic linker as well, so that a stripped cxprof can still be named.
#define CXPROF_DOCTOR_FUNCTION extern "C" __attribute__((noinline, used, visibility("default")))

CXPROF_DOCTOR_FUNCTION unsigned long cxprof_doctor_busy(unsigned long start) {
  volatile unsigned long sum = start;
  for (unsigned long i = 0; i < 4'000'000; ++i) sum = sum + i;
  return sum;
}

CXPROF_DOCTOR_FUNCTION unsigned long cxprof_doctor_busy_caller(std::clock_t cpu_time) {
  unsigned long sum = 0;
  while (std::clock() < cpu_time) {
    sum = cxprof_doctor_busy(sum);
    asm volatile("" : "+r"(sum));
  }
  return sum;
}

namespace cxprof::doctor {

void burn() {
  volatile unsigned long kept = cxprof_doctor_busy_caller(std::clock() + CLOCKS_PER_SEC * 3 / 10);
  (void)kept;
}

}  // namespace cxprof::doctor
