#include "runner/profile/address_space.h"

#include <algorithm>

namespace cxprof {
namespace {

bool starts_before(const Mapping& mapping, std::uint64_t address) {
  return mapping.start < address;
}

}  // namespace

const Mapping* AddressSpace::find(std::uint64_t address) const {
  auto after = std::upper_bound(
      mappings.begin(), mappings.end(), address,
      [](std::uint64_t value, const Mapping& mapping) { return value < mapping.start; });
  if (after == mappings.begin()) return nullptr;
  const Mapping& candidate = *std::prev(after);
  return address < candidate.end ? &candidate : nullptr;
}

void AddressSpace::insert(const Mapping& mapping) {
  if (mapping.start >= mapping.end) return;
  auto first = std::lower_bound(mappings.begin(), mappings.end(), mapping.start, starts_before);
  if (first != mappings.begin() && std::prev(first)->end > mapping.start) --first;
  auto last = std::lower_bound(first, mappings.end(), mapping.end, starts_before);

  // Of everything overlapped, only a piece before and a piece after the new mapping can remain.
  std::vector<Mapping> replacement;
  if (first != last && first->start < mapping.start) {
    Mapping before = *first;
    before.end = mapping.start;
    replacement.push_back(before);
  }
  replacement.push_back(mapping);
  if (first != last && std::prev(last)->end > mapping.end) {
    Mapping after = *std::prev(last);
    after.file_offset += mapping.end - after.start;
    after.start = mapping.end;
    replacement.push_back(after);
  }
  auto at = mappings.erase(first, last);
  mappings.insert(at, replacement.begin(), replacement.end());
}

}  // namespace cxprof
