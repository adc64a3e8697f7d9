#pragma once

#include <cstddef>
#include <cstdint>

#include "runner/unwind/cfi/frame_entries.h"
#include "runner/unwind/cfi/rule_set.h"

namespace cxprof::cfi {

/// Runs the initial instructions of a CIE. `rules` is `table.defaults` at first and the state in
/// which its FDEs begin afterwards. False: the instructions are damaged or move the location.
bool run_initial_program(const FrameSection& section, const Cie& cie, const RegisterTable& table,
                         RuleSet& rules);

/// Runs the instructions of a FDE up to the row of `address`, which it covers. `rules` is
/// `initial`, what the CIE left, at first and the row afterwards. False: they are damaged, or too
/// many. `stop` becomes the section's offset at which the row was complete: addresses with the same
/// FDE and `stop` have the same row.
bool run_program(const FrameSection& section, const Cie& cie, const Fde& fde,
                 const RegisterTable& table, const RuleSet& initial, std::uint64_t address,
                 RuleSet& rules, std::size_t& stop);

}  // namespace cxprof::cfi
