#pragma once

#include <cstddef>
#include <memory>

#include "runner/elf/module_files.h"
#include "runner/profile/sample_source.h"
#include "runner/profile/unwound_profile.h"

namespace cxprof {

struct UnwindOptions {
  FileSearch search;
  std::size_t max_depth = 1024;  ///< Frames after which a stack is cut and marked depth_limit.
  std::size_t threads = 0;       ///< That unwind at the same time. 0: one for each core.
};

/// Walks every sample's stack: the kernel's part from its call chain, the user's part from the
/// copied registers and stack by call frame information (or, where only a call chain was recorded,
/// that). The result does not depend on the number of threads.
UnwoundProfile unwind(std::unique_ptr<SampleSource> samples, const UnwindOptions& options);

/// The same of a recording that is in memory.
UnwoundProfile unwind(RawProfile raw, const UnwindOptions& options);

}  // namespace cxprof
