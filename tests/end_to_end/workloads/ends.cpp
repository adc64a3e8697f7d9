// Burns a little, then ends as asked: `ends exit N`, `ends signal N`, `ends never` (ignores
// SIGTERM).
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>

__attribute__((noinline)) void burn_before_the_end() {
  unsigned long count = 150'000'000;
  asm volatile("1: dec %0\n\tjnz 1b" : "+r"(count) : : "cc");
  asm volatile("");
}

int main(int argc, char** argv) {
  std::string how = argc > 1 ? argv[1] : "exit";
  int number = argc > 2 ? std::atoi(argv[2]) : 0;
  if (how == "never") {
    std::signal(SIGTERM, SIG_IGN);
    for (;;) burn_before_the_end();
  }
  burn_before_the_end();
  if (how == "abort") std::abort();
  if (how == "signal") raise(number);
  return number;
}
