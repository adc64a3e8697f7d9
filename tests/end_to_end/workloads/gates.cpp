// Functions that a profile may or may not know: one burns, one is never called, one is inlined
// wherever it is called and takes no time.
#include <cstdlib>

volatile int sink;

namespace work {

__attribute__((noinline)) void burns(unsigned long count) {
  asm volatile("1: dec %0\n\tjnz 1b" : "+r"(count) : : "cc");
  asm volatile("");
}
__attribute__((noinline)) void never_called(int value) { sink = value + 1; }
static inline __attribute__((always_inline)) void inlined_away(int value) { sink = value * 3; }

}  // namespace work

int main(int argc, char** argv) {
  work::inlined_away(argc);
  work::burns(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 150'000'000);
  if (argc > 100) work::never_called(argc);
}
