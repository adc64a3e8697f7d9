#include "runner/load/read_ahead.h"

#include <algorithm>

#include "runner/support/error.h"

namespace cxprof::perf_data {
namespace {

// Small enough to stay in a core's cache until its samples are unwound.
constexpr std::uint64_t stretch_size = std::uint64_t{512} << 10;
// A record is smaller than that (its size has 16 bits), so the last one of a stretch is whole, too.
constexpr std::uint64_t overlap = std::uint64_t{64} << 10;
constexpr std::uint64_t most_waiting = 4;

}  // namespace

std::shared_ptr<Window> ReadAhead::read(std::uint64_t stretch) {
  std::uint64_t begin = stretch * stretch_size;
  return bytes_.read(data_.offset + begin, static_cast<std::size_t>(std::min(stretch_size + overlap,
                                                                             data_.size - begin)));
}

void ReadAhead::prefetch() {
  std::uint64_t stretch = 0;
  {
    std::lock_guard lock(mutex_);
    if (next_ >= needed_ + most_waiting || next_ * stretch_size >= data_.size) return;
    stretch = next_++;
    windows_[stretch] = nullptr;
  }
  std::shared_ptr<Window> window;
  try {
    window = read(stretch);
  } catch (const Error&) {
    // Who needs it reads it again, and fails then.
  }
  std::lock_guard lock(mutex_);
  if (window) {
    windows_[stretch] = std::move(window);
  } else {
    windows_.erase(stretch);
  }
  arrived_.notify_all();
}

std::shared_ptr<Window> ReadAhead::window_at(std::uint64_t at) {
  std::uint64_t stretch = (at - data_.offset) / stretch_size;
  {
    std::unique_lock lock(mutex_);
    needed_ = stretch;
    next_ = std::max(next_, stretch + 1);
    // Stretches that were passed over (trace data between the records) are not needed.
    while (!windows_.empty() && windows_.begin()->first < stretch && windows_.begin()->second) {
      windows_.erase(windows_.begin());
    }
    auto found = windows_.find(stretch);
    while (found != windows_.end() && !found->second) {
      arrived_.wait(lock);
      found = windows_.find(stretch);
    }
    if (found != windows_.end()) {
      auto window = std::move(found->second);
      windows_.erase(found);
      return window;
    }
  }
  return read(stretch);
}

}  // namespace cxprof::perf_data
