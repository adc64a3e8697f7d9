#pragma once

#include <deque>

#include "runner/unwind/unwind_row.h"

namespace cxprof {

/// `rules` as a small row; put into `general_rows` (which must not move its elements) only where it
/// does not fit one.
UnwindRow pack(GeneralRow rules, bool signal_frame, std::deque<GeneralRow>& general_rows);

}  // namespace cxprof
