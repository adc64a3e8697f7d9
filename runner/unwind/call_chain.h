#pragma once

#include <cstddef>
#include <vector>

#include "runner/profile/sample.h"
#include "runner/unwind/code_addresses.h"

namespace cxprof {

/// What was taken from a sample's call chain.
struct CallChainFrames {
  std::size_t entries = 0;     ///< Addresses in the chain, without markers.
  bool has_user_part = false;  ///< Some of them are user code.
};

/// Which parts of a call chain are wanted.
enum class CallChainPart { all, kernel_only };

/// Appends the frames of a sample's call chain to `frames`, innermost first, until it holds
/// `max_depth`. perf's context markers (PERF_CONTEXT_*, include/uapi/linux/perf_event.h) say whose
/// code follows. The innermost frame is the sample's own instruction pointer.
CallChainFrames append_call_chain(const Sample& sample, CallChainPart part, CodeAddresses& code,
                                  std::size_t max_depth, std::vector<AddressId>& frames);

}  // namespace cxprof
