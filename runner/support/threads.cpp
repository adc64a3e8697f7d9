#include "runner/support/threads.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace cxprof {

std::size_t thread_count(std::size_t asked) {
  if (asked != 0) return asked;
  cpu_set_t usable;  // containers and taskset leave fewer than there are
  if (sched_getaffinity(0, sizeof usable, &usable) == 0) {
    return static_cast<std::size_t>(std::max(1, CPU_COUNT(&usable)));
  }
  return std::max(1U, std::thread::hardware_concurrency());
}

void run_in_threads(std::size_t threads, const std::function<void()>& work) {
  std::mutex mutex;
  std::exception_ptr failure;
  auto guarded = [&] {
    try {
      work();
    } catch (...) {
      std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < threads; ++i) {
      try {
        others.emplace_back(guarded);
      } catch (const std::system_error&) {
        break;  // No more threads are to be had: those there are do it all.
      }
    }
    guarded();
  }
  if (failure) std::rethrow_exception(failure);
}

void for_each_in_threads(std::size_t threads, std::size_t count,
                         const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  run_in_threads(std::min(threads, count), [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  });
}

}  // namespace cxprof
