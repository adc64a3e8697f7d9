#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>

#include "runner/unwind/cfi/cie_cache.h"
#include "runner/unwind/cfi/frame_entries.h"
#include "runner/unwind/cfi/rule_set.h"
#include "runner/unwind/cfi/search_table.h"

namespace cxprof::cfi {

/// What one section says of an address.
struct FoundRules {
  RuleSet rules;
  bool signal_frame = false;
  std::uint8_t address_size = 8;  ///< Of addresses in expressions.
  /// The same for all addresses with these rules: offsets in the section of the FDE and of where
  /// its program was left.
  std::size_t fde = 0;
  std::size_t stop = 0;
};

/// The call frame information of one section. May be used by several threads at once.
class FrameTable {
 public:
  /// `header`: the .eh_frame_hdr of an .eh_frame, where there is one. The bytes must outlive this
  /// object. `registers` too.
  FrameTable(FrameSection section, std::optional<SearchHeader> header,
             const RegisterTable& registers);

  [[nodiscard]] const FrameSection& section() const { return section_; }

  /// The rules at a virtual address. False: nothing describes it, or what does is damaged.
  bool find(std::uint64_t address, FoundRules& found) const;

 private:
  // Whether the entry at `offset` is a FDE that covers the address; it then decides the result.
  bool try_fde(std::uint64_t offset, std::uint64_t address, FoundRules& found,
               bool& understood) const;
  [[nodiscard]] const SearchTable& search_table() const;

  FrameSection section_;
  std::optional<SearchHeader> header_;
  const RegisterTable& registers_;
  mutable CieCache cies_;
  mutable std::once_flag search_table_once_;
  mutable SearchTable search_table_;
};

}  // namespace cxprof::cfi
