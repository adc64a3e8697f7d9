#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "runner/unwind/cfi/frame_entries.h"
#include "runner/unwind/cfi/rule_set.h"

namespace cxprof::cfi {

/// A CIE and the state in which its FDEs begin.
struct PreparedCie {
  std::uint64_t offset = 0;
  Cie cie;
  RuleSet initial;
};

/// CIEs by offset. Linkers leave a handful in .eh_frame; .debug_frame has one for each file that
/// was compiled, of which those that find no place are read anew each time. May be used by several
/// threads at once.
class CieCache {
 public:
  CieCache() = default;
  ~CieCache();
  CieCache(const CieCache&) = delete;
  CieCache& operator=(const CieCache&) = delete;

  /// The CIE at `offset`, which is kept or put into `spare`. nullptr: it is damaged, cannot be
  /// understood, or returns by another register than `table` knows.
  const PreparedCie* find(const FrameSection& section, std::uint64_t offset,
                          const RegisterTable& table, std::optional<PreparedCie>& spare);

 private:
  static constexpr std::size_t slot_count = 256;

  std::array<std::atomic<const PreparedCie*>, slot_count> slots_{};  ///< Owned.
};

}  // namespace cxprof::cfi
