#pragma once

#include <cstddef>
#include <functional>

namespace cxprof {

/// How many threads to use: `asked`, or where that is 0 one for each core that this process may
/// use.
std::size_t thread_count(std::size_t asked);

/// Runs `work` in `threads` threads at once, this one among them, and waits for all. When one or
/// more of them throw, the first exception is thrown again here.
void run_in_threads(std::size_t threads, const std::function<void()>& work);

/// Calls `work(i)` for each i below `count`, once, in order of i but up to `threads` at a time.
void for_each_in_threads(std::size_t threads, std::size_t count,
                         const std::function<void(std::size_t)>& work);

}  // namespace cxprof
