#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <memory_resource>
#include <string_view>
#include <vector>

#include "runner/unwind/index_table.h"

namespace cxprof::perf_script {

/// Numbers distinct texts, in order of appearance, and keeps a copy of each.
class LineTexts {
 public:
  /// The number of `text`; `is_new` says whether it was seen for the first time.
  std::uint32_t number_of(std::string_view text, bool& is_new) {
    auto next = static_cast<std::uint32_t>(texts_.size());
    std::uint32_t found = index_.find_or_insert(
        hash(text), next, [&](std::uint32_t index) { return texts_[index] == text; });
    is_new = found == next;
    if (is_new) texts_.push_back(kept(text));
    return found;
  }

  /// The copy, which stays where it is.
  [[nodiscard]] std::string_view operator[](std::uint32_t number) const { return texts_[number]; }

  [[nodiscard]] std::size_t size() const { return texts_.size(); }

 private:
  static std::uint64_t hash(std::string_view text) {
    std::uint64_t hash = text.size();
    while (text.size() >= sizeof(std::uint64_t)) {
      std::uint64_t word;
      std::memcpy(&word, text.data(), sizeof word);
      hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
      hash ^= hash >> 29;
      text.remove_prefix(sizeof word);
    }
    std::uint64_t tail = 0;
    std::memcpy(&tail, text.data(), text.size());
    return hash_words(hash, tail);
  }

  std::string_view kept(std::string_view text) {
    if (text.empty()) return {};
    auto* copy = static_cast<char*>(memory_->allocate(text.size(), 1));
    std::memcpy(copy, text.data(), text.size());
    return {copy, text.size()};
  }

  std::unique_ptr<std::pmr::monotonic_buffer_resource> memory_ =
      std::make_unique<std::pmr::monotonic_buffer_resource>();
  std::vector<std::string_view> texts_;
  IndexTable index_;
};

}  // namespace cxprof::perf_script
