#include "runner/symbolize/range_index.h"

#include <algorithm>

namespace cxprof {

void RangeIndex::add(std::uint64_t start, std::uint64_t end, Value value) {
  if (start < end) ranges_.push_back({start, end, value});
}

void RangeIndex::freeze() {
  auto outer_first = [](const Range& a, const Range& b) {
    return a.start != b.start ? a.start < b.start : a.end > b.end;
  };
  if (!std::ranges::is_sorted(ranges_, outer_first)) {
    std::ranges::stable_sort(ranges_, outer_first);
  }
  std::vector<Range> flat;
  flat.reserve(ranges_.size());
  std::vector<Range> open;  // The ranges under way, the innermost last.
  auto emit = [&flat](std::uint64_t start, std::uint64_t end, Value value) {
    if (start >= end) return;
    if (!flat.empty() && flat.back().end == start && flat.back().value == value) {
      flat.back().end = end;
    } else {
      flat.push_back({start, end, value});
    }
  };
  std::uint64_t at = 0;  // Everything before is in `flat`.
  auto advance = [&](std::uint64_t to) {
    while (!open.empty() && at < to) {
      Range& innermost = open.back();
      std::uint64_t end = std::min(innermost.end, to);
      emit(at, end, innermost.value);
      at = std::max(at, end);
      if (innermost.end <= to) open.pop_back();
    }
    at = std::max(at, to);
  };
  for (const Range& range : ranges_) {
    advance(range.start);
    open.push_back(range);
  }
  advance(UINT64_MAX);
  ranges_ = std::move(flat);
}

std::optional<RangeIndex::Value> RangeIndex::find(std::uint64_t address) const {
  auto after =
      std::upper_bound(ranges_.begin(), ranges_.end(), address,
                       [](std::uint64_t value, const Range& range) { return value < range.start; });
  if (after == ranges_.begin()) return std::nullopt;
  const Range& candidate = *std::prev(after);
  if (address >= candidate.end) return std::nullopt;
  return candidate.value;
}

}  // namespace cxprof
