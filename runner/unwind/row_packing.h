#pragma once

#include <optional>

#include "runner/unwind/cfi/frame_entries.h"
#include "runner/unwind/cfi/frame_table.h"
#include "runner/unwind/unwind_row.h"

namespace cxprof {

/// What `found` says as a small row. Absent: it needs a GeneralRow.
std::optional<UnwindRow> pack_simple(const cfi::FoundRules& found);

/// What `found`, of `section`, says as a row that holds everything. Absent: nothing can come of it,
/// since the CFA or the return address is unknown or computed by a damaged expression. Another
/// register that is so is lost.
std::optional<GeneralRow> general_row(const cfi::FoundRules& found,
                                      const cfi::FrameSection& section);

}  // namespace cxprof
