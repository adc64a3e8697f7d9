#pragma once

#include <cstddef>

#include "runner/elf/module_files.h"
#include "runner/profile/unwound_profile.h"

namespace cxprof {

struct UnwindOptions {
  FileSearch search;
  std::size_t max_depth = 1024;  ///< Frames after which a stack is cut and marked depth_limit.
};

/// Walks every sample's stack: the kernel's part from its call chain, the user's part from the
/// copied registers and stack by call frame information (or, where only a call chain was recorded,
/// that).
UnwoundProfile unwind(RawProfile raw, const UnwindOptions& options);

}  // namespace cxprof
