// cxprof-launcher CONTROL_FD -- PROGRAM [ARG...]
//
// Stands between perf and the program. perf prints on its own stdout and stderr, treats signals its
// own way, and its exit status mixes its own failures with the program's; so the program gets its
// streams, environment, terminal, process group and signal state from the runner instead, and the
// runner hears from here, not from perf, how the program ended. The launcher stays until then: perf
// failing or being killed in the middle cannot take the program or its status with it, and if the
// runner dies the program is ended, not left behind.
//
// Linked statically: with shared libraries of its own, perf would keep their mappings for the
// program and lose callers in its reports. Its own exit status is 0 whenever it did its work.

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <initializer_list>

#include "runner/record/launcher/protocol.h"

namespace {

using namespace cxprof::launcher;

constexpr int own_failure = 125;

struct Setup {
  Go go;
  int environment = -1;
  int out = -1;
  int err = -1;
  int terminal = -1;
};

int64_t monotonic_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

void send_message(int control, const Message& message) {
  while (send(control, &message, sizeof message, MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

// Waits for the runner's word. False: it never came (the runner gave up or is gone).
bool receive_setup(int control, Setup& setup) {
  iovec data{&setup.go, sizeof setup.go};
  alignas(cmsghdr) char buffer[CMSG_SPACE(4 * sizeof(int))];
  msghdr header{};
  header.msg_iov = &data;
  header.msg_iovlen = 1;
  header.msg_control = buffer;
  header.msg_controllen = sizeof buffer;
  ssize_t size = 0;
  do {
    size = recvmsg(control, &header, MSG_CMSG_CLOEXEC);
  } while (size < 0 && errno == EINTR);
  if (size != static_cast<ssize_t>(sizeof setup.go)) return false;
  const cmsghdr* rights = CMSG_FIRSTHDR(&header);
  size_t expected = setup.go.has_terminal ? 4 : 3;
  if (!rights || rights->cmsg_len != CMSG_LEN(expected * sizeof(int))) return false;
  int fds[4] = {-1, -1, -1, -1};
  memcpy(fds, CMSG_DATA(rights), expected * sizeof(int));
  setup.environment = fds[0];
  setup.out = fds[1];
  setup.err = fds[2];
  setup.terminal = fds[3];
  return true;
}

// The environment block as the array that exec wants. It lives until the process ends.
char** read_environment(const Setup& setup) {
  size_t size = setup.go.environment_bytes;
  static char* none[] = {nullptr};
  if (size == 0) return none;
  void* block = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, setup.environment, 0);
  if (block == MAP_FAILED) _exit(own_failure);
  char* text = static_cast<char*>(block);
  size_t count = 0;
  for (size_t i = 0; i < size; ++i) count += text[i] == '\0';
  auto** entries = static_cast<char**>(calloc(count + 1, sizeof(char*)));
  if (!entries) _exit(own_failure);
  char* entry = text;
  for (size_t i = 0; i < count; ++i) {
    entries[i] = entry;
    entry += strlen(entry) + 1;
  }
  return entries;
}

void restore_signals(const Go& go) {
  for (int signal = 1; signal <= 64; ++signal) {
    bool ignored = (go.ignored_signals >> (signal - 1)) & 1;
    struct sigaction action {};
    action.sa_handler = ignored ? SIG_IGN : SIG_DFL;
    sigaction(signal, &action, nullptr);  // fails for KILL, STOP and libc's own: fine
  }
  sigset_t blocked;
  sigemptyset(&blocked);
  for (int signal = 1; signal <= 64; ++signal) {
    if ((go.blocked_signals >> (signal - 1)) & 1) sigaddset(&blocked, signal);
  }
  sigprocmask(SIG_SETMASK, &blocked, nullptr);
}

// perf's and our own descriptors end at the exec; those that the runner had inherited stay.
void mark_descriptors(const Go& go) {
  if (syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC) != 0) {  // before Linux 5.11
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    int highest = limit.rlim_cur > 65536 ? 65536 : static_cast<int>(limit.rlim_cur);
    for (int fd = 3; fd < highest; ++fd) fcntl(fd, F_SETFD, FD_CLOEXEC);
  }
  for (int i = 0; i < go.kept_count && i < max_kept_descriptors; ++i) {
    fcntl(go.kept[i], F_SETFD, 0);
  }
}

[[noreturn]] void become_program(const Setup& setup, char** environment, char** arguments,
                                 int exec_report) {
  setpgid(0, 0);
  if (setup.terminal >= 0) tcsetpgrp(setup.terminal, getpid());
  if (setup.go.terminal_is_stdin) dup2(setup.terminal, STDIN_FILENO);
  dup2(setup.out, STDOUT_FILENO);
  dup2(setup.err, STDERR_FILENO);
  mark_descriptors(setup.go);
  environ = environment;
  restore_signals(setup.go);
  execvp(arguments[0], arguments);
  int error = errno;
  while (write(exec_report, &error, sizeof error) < 0 && errno == EINTR) {
  }
  _exit(127);
}

// To the program's group, and to the program itself where it has left that for another one (twice
// would be once too often for a handler). Its number is its own until attend() has reaped it.
void signal_program(pid_t program, int signal) {
  kill(-program, signal);
  if (getpgid(program) != program) kill(program, signal);
}

// Obeys the runner and watches the program until it has ended.
void attend(int control, int child_changed, pid_t program, const Setup& setup, int64_t started) {
  bool kill_rest = false;
  bool runner_alive = true;
  for (;;) {
    pollfd ready[2] = {{child_changed, POLLIN, 0}, {runner_alive ? control : -1, POLLIN, 0}};
    if (poll(ready, 2, -1) < 0) continue;
    if (ready[1].revents) {
      Order order{};
      if (recv(control, &order, sizeof order, MSG_DONTWAIT) == sizeof order) {
        kill_rest = kill_rest || order.then_kill_rest;
        signal_program(program, order.signal);
        // A stopped program would not notice; it dies as it would have.
        if (order.signal == SIGTERM || order.signal == SIGHUP) signal_program(program, SIGCONT);
      } else if (errno != EAGAIN && errno != EINTR) {
        runner_alive = false;  // killed: nobody is left who wants the program to go on
        signal_program(program, SIGKILL);
      }
    }
    if (ready[0].revents) {
      signalfd_siginfo discarded;
      (void)!read(child_changed, &discarded, sizeof discarded);
    }
    // Looked at in every round: SIGCHLDs merge. WNOWAIT keeps the process group's number taken.
    for (;;) {
      siginfo_t change{};
      if (waitid(P_PID, static_cast<id_t>(program), &change,
                 WEXITED | WSTOPPED | WNOHANG | WNOWAIT) != 0 ||
          change.si_pid == 0) {
        break;
      }
      if (change.si_code == CLD_STOPPED) {
        waitid(P_PID, static_cast<id_t>(program), &change, WSTOPPED | WNOHANG);
        Message message{};
        message.kind = MessageKind::stopped;
        message.pid = program;
        message.value = change.si_status;
        send_message(control, message);
        continue;
      }
      Message message{};
      message.kind = MessageKind::ended;
      message.pid = program;
      message.wall_nanoseconds = monotonic_nanoseconds() - started;
      if (kill_rest) kill(-program, SIGKILL);
      rusage used{};
      wait4(program, &message.value, 0, &used);
      message.user_microseconds = used.ru_utime.tv_sec * 1'000'000 + used.ru_utime.tv_usec;
      message.system_microseconds = used.ru_stime.tv_sec * 1'000'000 + used.ru_stime.tv_usec;
      // So that the hang-up at our end, as the session's leader, does not reach what the program
      // left running in its group.
      if (setup.terminal >= 0) tcsetpgrp(setup.terminal, getpgrp());
      send_message(control, message);
      return;
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4 || strcmp(argv[2], "--") != 0) {
    constexpr char usage[] = "cxprof-launcher is started by cxprof; run `cxprof run -- PROGRAM`\n";
    (void)!write(STDERR_FILENO, usage, sizeof usage - 1);
    return own_failure;
  }
  int control = atoi(argv[1]);
  fcntl(control, F_SETFD, FD_CLOEXEC);
  // Signals that end perf or its group do not end the launcher: it still has a status to report.
  for (int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGTTOU, SIGTTIN, SIGTSTP}) {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    sigaction(signal, &ignore, nullptr);
  }
  struct sigaction normal {};
  normal.sa_handler = SIG_DFL;  // an ignored SIGCHLD would reap the program unseen
  sigaction(SIGCHLD, &normal, nullptr);
  sigset_t child_signals;
  sigemptyset(&child_signals);
  sigaddset(&child_signals, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child_signals, nullptr);
  int child_changed = signalfd(-1, &child_signals, SFD_CLOEXEC | SFD_NONBLOCK);

  Message message{};
  message.kind = MessageKind::hello;
  message.pid = getpid();
  send_message(control, message);
  Setup setup;
  if (!receive_setup(control, setup)) return own_failure;
  char** environment = read_environment(setup);
  if (setup.terminal >= 0) {
    setsid();
    ioctl(setup.terminal, TIOCSCTTY, 0);
  }
  int exec_report[2];
  if (pipe2(exec_report, O_CLOEXEC) != 0) return own_failure;

  int64_t started = monotonic_nanoseconds();
  pid_t program = fork();
  if (program == 0) become_program(setup, environment, argv + 3, exec_report[1]);
  int error = program < 0 ? errno : 0;
  close(exec_report[1]);
  if (program > 0) {
    setpgid(program, program);  // whoever comes first; before any order can arrive
    ssize_t size = 0;
    do {
      size = read(exec_report[0], &error, sizeof error);
    } while (size < 0 && errno == EINTR);
    if (size != sizeof error) error = 0;
  }
  // The program holds its streams now; ours would keep them open after its end.
  for (int fd : {setup.environment, setup.out, setup.err, exec_report[0]}) close(fd);
  message.kind = error ? MessageKind::exec_failed : MessageKind::started;
  message.pid = program;
  message.value = error;
  send_message(control, message);
  if (error) {
    if (program > 0) waitpid(program, nullptr, 0);
    return 0;
  }
  attend(control, child_changed, program, setup, started);
  return 0;
}
