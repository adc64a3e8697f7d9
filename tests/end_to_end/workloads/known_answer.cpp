// Three functions that take 60, 30 and 10 % of the CPU time by construction: the same loop, aligned
// the same way, run 6 : 3 : 1 times, in small turns so that a change of clock speed meets all
// alike.
#include <cstdlib>

namespace {

inline __attribute__((always_inline)) void spin(unsigned long count) {
  asm volatile(".p2align 6\n1: dec %0\n\tjnz 1b" : "+r"(count) : : "cc");
}

}  // namespace

__attribute__((noinline, noclone)) void takes_sixty(unsigned long unit) { spin(6 * unit); }
__attribute__((noinline, noclone)) void takes_thirty(unsigned long unit) { spin(3 * unit); }
__attribute__((noinline, noclone)) void takes_ten(unsigned long unit) { spin(unit); }

int main(int argc, char** argv) {
  unsigned long turns = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 4000;
  // Turn length that shares no period with the sampling frequencies in use.
  for (unsigned long turn = 0; turn < turns; ++turn) {
    unsigned long unit = 131071 + 97 * (turn % 211);
    takes_sixty(unit);
    takes_thirty(unit);
    takes_ten(unit);
  }
}
