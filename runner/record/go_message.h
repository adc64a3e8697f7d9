#pragma once

#include "runner/record/inherited_state.h"
#include "runner/record/program_console.h"

namespace cxprof {

/// Tells the launcher at the other end of the socket `control` to run the program: on `streams`,
/// with the signal state, descriptors and environment of `inherited`. False: the launcher is gone.
/// Throws Error when the environment cannot be handed over.
bool send_go(int control, const ProgramStreams& streams, const InheritedState& inherited);

}  // namespace cxprof
