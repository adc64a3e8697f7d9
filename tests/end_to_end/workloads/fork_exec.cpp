// Burns in the parent, in a forked child, and in itself executed again, 1 : 2 : 3.
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

namespace {

void burn(unsigned long units) {
  unsigned long count = units * 150'000'000;
  asm volatile("1: dec %0\n\tjnz 1b" : "+r"(count) : : "cc");
}

}  // namespace

__attribute__((noinline)) void burn_in_parent() {
  burn(1);
  asm volatile("");
}
__attribute__((noinline)) void burn_in_child() {
  burn(2);
  asm volatile("");
}
__attribute__((noinline)) void burn_after_exec() {
  burn(3);
  asm volatile("");
}

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "executed") == 0) {
    burn_after_exec();
    return 0;
  }
  burn_in_parent();
  pid_t forked = fork();
  if (forked == 0) {
    burn_in_child();
    _exit(0);
  }
  pid_t executed = fork();
  if (executed == 0) {
    execl("/proc/self/exe", "worker", "executed", static_cast<char*>(nullptr));
    _exit(1);
  }
  waitpid(forked, nullptr, 0);
  waitpid(executed, nullptr, 0);
}
