#include "runner/load/record_queue.h"

#include <algorithm>
#include <limits>

namespace cxprof::perf_data {
namespace {

bool earlier(const QueuedRecord& a, const QueuedRecord& b) { return a.time_ns < b.time_ns; }

}  // namespace

void RecordQueue::add(std::uint64_t time_ns, const std::byte* data,
                      const std::shared_ptr<Window>& window) {
  // Mostly the last one: of a compressed recording the windows of both kinds take turns.
  if (std::find(windows_.rbegin(), windows_.rend(), window) == windows_.rend()) {
    windows_.push_back(window);
  }
  ++window->waiting;
  if (time_ns < released_) ++late_;
  pending_in_order_ = pending_in_order_ && (pending_.empty() || pending_.back().time_ns <= time_ns);
  pending_.push_back({time_ns, data, window.get()});
  newest_ = std::max(newest_, time_ns);
}

void RecordQueue::finish_round() {
  release_up_to(newest_before_);
  newest_before_ = newest_;
}

void RecordQueue::finish() { release_up_to(std::numeric_limits<std::uint64_t>::max()); }

void RecordQueue::release_all() {
  ready_.erase(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(next_));
  next_ = 0;
  ready_.insert(ready_.end(), pending_.begin(), pending_.end());
  pending_.clear();
  pending_in_order_ = true;
}

void RecordQueue::release_up_to(std::uint64_t limit) {
  ready_.erase(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(next_));
  next_ = 0;
  if (!pending_in_order_) std::ranges::stable_sort(pending_, earlier);
  pending_in_order_ = true;
  auto end = std::ranges::upper_bound(pending_, limit, {}, &QueuedRecord::time_ns);
  ready_.insert(ready_.end(), pending_.begin(), end);
  pending_.erase(pending_.begin(), end);
  released_ = std::max(released_, limit);
}

QueuedRecord RecordQueue::take() {
  QueuedRecord record = ready_[next_++];
  --record.window->waiting;
  return record;
}

std::vector<std::shared_ptr<const void>> RecordQueue::windows() {
  std::vector<std::shared_ptr<const void>> all(windows_.begin(), windows_.end());
  std::erase_if(windows_, [](const auto& window) { return window->waiting == 0; });
  return all;
}

}  // namespace cxprof::perf_data
