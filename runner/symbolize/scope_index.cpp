#include "runner/symbolize/scope_index.h"

#include <algorithm>

namespace cxprof {

void ScopeIndex::enter(const dwarf::Die& scope) {
  scopes_.push_back({scope.at, scope.at, current_});
  current_ = static_cast<Number>(scopes_.size() - 1);
}

void ScopeIndex::leave(const std::byte* end) {
  Scope& left = scopes_[current_];
  left.end = end;
  Number parent = left.parent;
  if (!left.has_subprograms) {
    scopes_.pop_back();  // whatever was in it is gone too, so that it is the last
  } else if (parent != none) {
    scopes_[parent].has_subprograms = true;
  }
  current_ = parent;
}

ScopeIndex::Number ScopeIndex::around(const std::byte* at) const {
  auto after = std::lower_bound(scopes_.begin(), scopes_.end(), at,
                                [](const Scope& a, const std::byte* b) { return a.begin < b; });
  if (after == scopes_.begin()) return none;
  auto number = static_cast<Number>(after - scopes_.begin() - 1);
  while (number != none && scopes_[number].end <= at) number = scopes_[number].parent;
  return number;
}

}  // namespace cxprof
