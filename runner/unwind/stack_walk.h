#pragma once

#include <cstddef>
#include <vector>

#include "runner/profile/call_stacks.h"
#include "runner/profile/sample.h"
#include "runner/unwind/code_addresses.h"
#include "runner/unwind/registers_x86_64.h"

namespace cxprof {

/// Walks the user part of a sample's stack from its registers and copied stack, and appends the
/// frames, innermost first, until `frames` holds `max_depth`. `start` are its registers; the
/// instruction and the stack pointer must be known.
StackEnd walk_user_stack(const Sample& sample, const Registers& start, CodeAddresses& code,
                         std::size_t max_depth, std::vector<AddressId>& frames);

}  // namespace cxprof
