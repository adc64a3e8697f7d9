#pragma once

#include "runner/unwind/code_addresses.h"
#include "runner/unwind/registers_x86_64.h"
#include "runner/unwind/stack_memory.h"

namespace cxprof {

/// Goes from a frame of code without call frame information (JIT code, hand-written assembler) to
/// its caller by the frame pointer, but only where the stack leaves no doubt:
/// - rbp points to a saved, higher rbp with a return address above it;
/// - nothing between the stack pointer and there may be a return address. If the code kept no
///   frame of its own, rbp would be its caller's, and the real return address would lie below:
///   following rbp would then name the caller's caller.
/// Otherwise no_rule: an unknown caller is better than a wrong one.
Outcome frame_pointer_step(CodeAddresses& code, CodeAddresses::Place place,
                           const StackMemory& memory, Registers& registers);

}  // namespace cxprof
