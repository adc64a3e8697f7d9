#pragma once

#include "runner/profile/raw_profile.h"

namespace cxprof {

/// Reads the recording's perf.data: processes and their mappings over time, events, samples.
/// What the file's own header knows (command line, host, kernel, perf version) fills the gaps of
/// `recording`. Throws Error with the path and the offset when the file is not perf.data, is of a
/// kind we do not read (named), or is damaged before the first sample; damage further on is a
/// finding and the samples before it are kept.
RawProfile load(Recording recording);

}  // namespace cxprof
