#pragma once

#include "runner/unwind/unwind_row.h"

namespace cxprof {

/// Goes from a frame to its caller: replaces `registers` by the caller's. `row` belongs to the
/// frame's instruction pointer. On anything but ok the registers are unspecified.
Outcome unwind_step(const UnwindRow& row, const StackMemory& memory, Registers& registers);

}  // namespace cxprof
