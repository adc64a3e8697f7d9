// workload_show WHAT [ARG...]: prints what a program can see of its surroundings.
//   arguments ARG...   each argument's bytes in hexadecimal, one a line
//   state              signals, descriptors, terminals, process group
//   noise              12.8 MB of binary stdout and a line on stderr
//   read               bytes and hash of stdin
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace {

void show_arguments(int argc, char** argv) {
  for (int i = 2; i < argc; ++i) {
    for (const char* c = argv[i]; *c; ++c) std::printf("%02x", static_cast<unsigned char>(*c));
    std::puts(".");
  }
}

void show_state() {
  std::printf("tty in=%d out=%d err=%d foreground=%d\n", isatty(0), isatty(1), isatty(2),
              tcgetpgrp(0) == getpgrp());
  winsize size{};
  if (ioctl(1, TIOCGWINSZ, &size) == 0)
    std::printf("%d rows %d columns\n", size.ws_row, size.ws_col);
  sigset_t blocked;
  sigprocmask(SIG_BLOCK, nullptr, &blocked);
  for (int signal = 1; signal < 32; ++signal) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler == SIG_IGN) std::printf("ignored %d\n", signal);
    if (sigismember(&blocked, signal) == 1) std::printf("blocked %d\n", signal);
  }
  for (int fd = 3; fd < 512; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0) std::printf("open %d\n", fd);
  }
  for (const char* name : {"LC_ALL", "DEBUGINFOD_URLS"}) {
    const char* value = std::getenv(name);
    std::printf("%s=%s\n", name, value ? value : "(unset)");
  }
}

void make_noise() {
  std::fputs("this is stderr\n", stderr);
  for (int i = 0; i < 200000; ++i) {
    unsigned char line[64];
    std::memset(line, i * 37, sizeof line);
    line[63] = '\n';
    std::fwrite(line, 1, sizeof line, stdout);
  }
}

void read_all() {
  unsigned long bytes = 0;
  unsigned long hash = 1469598103934665603UL;
  for (int c = 0; (c = std::getchar()) != EOF; ++bytes) {
    hash = (hash ^ static_cast<unsigned>(c)) * 1099511628211UL;
  }
  std::printf("read %lu bytes, hash %lx\n", bytes, hash);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 99;
  const char* what = argv[1];
  if (std::strcmp(what, "arguments") == 0) show_arguments(argc, argv);
  if (std::strcmp(what, "state") == 0) show_state();
  if (std::strcmp(what, "noise") == 0) make_noise();
  if (std::strcmp(what, "read") == 0) read_all();
  return 0;
}
