// Four threads, each in a function of its own for the same time.
#include <atomic>
#include <thread>
#include <vector>

namespace {

std::atomic<unsigned long> sink;

template <int Worker>
__attribute__((noinline)) void work() {
  unsigned long sum = 0;
  for (unsigned long i = 0; i < 250'000'000; ++i) {
    asm volatile("" : "+r"(sum));
    sum += i;
  }
  sink += sum;
}

}  // namespace

int main() {
  std::vector<std::thread> workers;
  workers.emplace_back(work<0>);
  workers.emplace_back(work<1>);
  workers.emplace_back(work<2>);
  workers.emplace_back(work<3>);
  for (auto& worker : workers) worker.join();
}
