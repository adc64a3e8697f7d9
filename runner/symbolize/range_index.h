#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace cxprof {

/// Address ranges that may nest or overlap, each with a value; answers which one an address is in.
/// Where several cover it, the one that starts last wins (the innermost of nested ones), then the
/// one that ends first, then the one added last.
class RangeIndex {
 public:
  using Value = std::uint32_t;

  /// Adds [start, end). Empty ranges are ignored. Not after freeze().
  void add(std::uint64_t start, std::uint64_t end, Value value);

  /// Flattens the ranges to disjoint ones. Before the first find().
  void freeze();

  /// O(log n). Absent: no range covers `address`.
  [[nodiscard]] std::optional<Value> find(std::uint64_t address) const;

  [[nodiscard]] bool empty() const { return ranges_.empty(); }

 private:
  struct Range {
    std::uint64_t start;
    std::uint64_t end;
    Value value;
  };
  std::vector<Range> ranges_;  ///< As added; after freeze() disjoint and sorted.
};

}  // namespace cxprof
