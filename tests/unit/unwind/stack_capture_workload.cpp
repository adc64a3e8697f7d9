// Interrupts itself like a sampling profiler and writes what the kernel would have recorded (user
// registers, a copy of the stack) together with what libgcc's unwinder, an independent one, says of
// the same moment. stack_capture.h reads it.
//   stack_capture_workload OUTPUT_FILE MODE     MODE: mixed | threads | recursion | signals | clock
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t stack_bytes = 32768;
constexpr std::size_t max_frames = 640;
constexpr std::size_t max_samples = 300;

struct CapturedSample {
  std::uint64_t registers[20];  // perf's order for its mask 0xff0fff.
  std::uint64_t frame_count;
  std::uint64_t frames[max_frames];  // Interrupted instruction first.
  std::uint64_t stack_size;
  unsigned char stack[stack_bytes];
};

CapturedSample* samples;
std::atomic<std::size_t> next_sample;
volatile std::uint64_t sink;

// What perf's order calls for, from the kernel's signal frame.
constexpr int register_order[] = {REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RSI, REG_RDI, REG_RBP,
                                  REG_RSP, REG_RIP, REG_EFL, -1,      -1,      REG_R8,  REG_R9,
                                  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

extern "C" void take_sample(int, siginfo_t*, void* context) {
  std::size_t index = next_sample.fetch_add(1);
  if (index >= max_samples) return;
  CapturedSample& sample = samples[index];
  const mcontext_t& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
  for (int i = 0; i < 20; ++i) {
    int from = register_order[i];
    sample.registers[i] = from < 0 ? 0 : static_cast<std::uint64_t>(machine.gregs[from]);
  }
  void* frames[max_frames];
  int count = backtrace(frames, max_frames);
  auto pc = static_cast<std::uint64_t>(machine.gregs[REG_RIP]);
  int first = 0;
  while (first < count && reinterpret_cast<std::uint64_t>(frames[first]) != pc) ++first;
  for (int i = first; i < count; ++i) {
    sample.frames[sample.frame_count++] = reinterpret_cast<std::uint64_t>(frames[i]);
  }
  // Reads up to the first page that is not there instead of crashing at the end of the stack.
  iovec local{sample.stack, stack_bytes};
  iovec remote{reinterpret_cast<void*>(machine.gregs[REG_RSP]), stack_bytes};
  ssize_t read = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
  for (std::size_t size = stack_bytes - 4096; read < 0 && size > 0; size -= 4096) {
    local.iov_len = remote.iov_len = size;
    read = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
  }
  sample.stack_size = read > 0 ? static_cast<std::uint64_t>(read) : 0;
}

bool done() { return next_sample.load() >= max_samples; }

__attribute__((noinline)) void copy_user(int rounds) {
  static char from[1 << 14];
  static thread_local char to[1 << 14];
  for (int i = 0; i < rounds; ++i) {
    std::memmove(to, from, sizeof to - static_cast<std::size_t>(i & 1));
    asm volatile("" ::: "memory");
  }
  sink = sink + 1;
}

__attribute__((noinline)) void allocate_user(int rounds) {
  std::map<int, std::string> entries;
  for (int i = 0; i < rounds; ++i) {
    entries[i * 7919 % 997] = std::to_string(i) + " and something longer than the short buffer";
  }
  std::vector<std::string> values;
  for (auto& [key, value] : entries) values.push_back(value);
  std::sort(values.begin(), values.end());
  sink = sink + values.size();
}

int compare(const void* left, const void* right) {
  return *static_cast<const int*>(left) - *static_cast<const int*>(right);
}

__attribute__((noinline)) void callback_user() {
  int numbers[512];
  for (int i = 0; i < 512; ++i) numbers[i] = i * 7919 % 512;
  std::qsort(numbers, 512, sizeof numbers[0], compare);
  sink = sink + static_cast<std::uint64_t>(numbers[17]);
}

// The compiler realigns the stack here, through r10 or rbx.
__attribute__((noinline)) void aligned_user(int rounds) {
  alignas(128) volatile double wide[64];
  auto* dynamic = static_cast<char*>(__builtin_alloca(static_cast<std::size_t>(rounds) + 8));
  std::memset(dynamic, 1, static_cast<std::size_t>(rounds));
  for (int i = 0; i < rounds; ++i) wide[i & 63] = i * 0.5 + dynamic[i];
  sink = sink + static_cast<std::uint64_t>(wide[5]);
}

__attribute__((noinline)) void clock_user(int rounds) {
  timespec now{};
  for (int i = 0; i < rounds; ++i) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    sink = sink + static_cast<std::uint64_t>(now.tv_nsec);
  }
}

__attribute__((noinline)) void spin(std::uint64_t rounds) {
  for (std::uint64_t i = 0; i < rounds; ++i) sink = sink + i;
  sink = sink + 1;
}

__attribute__((noinline)) void recurse(int depth) {
  if (depth == 0) {
    spin(100000);
  } else {
    recurse(depth - 1);
  }
  sink = sink + 1;
}

// No exceptions: libgcc's unwinder holds a lock then, for which the one in the signal handler would
// wait for ever, and the frame that installs a handler has no valid rules.
__attribute__((noinline)) void mixed() {
  while (!done()) {
    copy_user(20);
    allocate_user(300);
    callback_user();
    aligned_user(500);
    clock_user(200);
    recurse(60);
  }
}

extern "C" void on_alarm(int) {
  spin(300000);
  sink = sink + 1;  // Not a tail call: the handler keeps its frame.
}

void handle_on_own_stack() {
  static char alternate[262144];
  stack_t stack{};
  stack.ss_sp = alternate;
  stack.ss_size = sizeof alternate;
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = on_alarm;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigaction(SIGALRM, &action, nullptr);
  itimerval every{{0, 2000}, {0, 2000}};
  setitimer(ITIMER_REAL, &every, nullptr);
}

void run(const std::string& mode) {
  if (mode == "mixed") mixed();
  if (mode == "threads") {
    std::thread first(mixed);
    std::thread second(mixed);
    first.join();
    second.join();
  }
  while (!done()) {
    if (mode == "recursion") recurse(400);
    if (mode == "signals") spin(100000);
    if (mode == "clock") clock_user(10000);
  }
}

void write_all(const char* path) {
  std::FILE* output = std::fopen(path, "wb");
  std::FILE* maps = std::fopen("/proc/self/maps", "r");
  if (output == nullptr || maps == nullptr) std::exit(1);
  std::string text;
  for (int c; (c = std::fgetc(maps)) != EOF;) text.push_back(static_cast<char>(c));
  std::uint64_t header[2] = {text.size(), max_samples};
  std::fwrite(header, sizeof header, 1, output);
  std::fwrite(text.data(), 1, text.size(), output);
  std::fwrite(samples, sizeof *samples, max_samples, output);
  std::fclose(maps);
  std::fclose(output);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  samples = static_cast<CapturedSample*>(std::calloc(max_samples, sizeof *samples));
  void* warm_up[4];
  backtrace(warm_up, 4);  // Loads libgcc, which a signal handler must not.

  std::string mode = argv[2];
  if (mode == "signals") handle_on_own_stack();
  struct sigaction action {};
  action.sa_sigaction = take_sample;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
  itimerval every{{0, 1000}, {0, 1000}};
  setitimer(ITIMER_PROF, &every, nullptr);
  run(mode);
  itimerval never{};
  setitimer(ITIMER_PROF, &never, nullptr);
  write_all(argv[1]);
}
