#pragma once

#include <memory>

#include "runner/profile/raw_profile.h"
#include "runner/profile/sample_source.h"

namespace cxprof {

/// Opens the recording's perf.data: processes and their mappings over time, events, samples. What
/// the file's own header knows (command line, host, kernel, perf version) fills the gaps of
/// `recording`. Throws Error with the path and the offset when the file is not perf.data, is of a
/// kind we do not read (named), or (from finish()) is damaged before the first sample; damage
/// further on is a finding and the samples before it are kept.
std::unique_ptr<SampleSource> open_recording(Recording recording);

/// Reads the whole recording into memory. For recordings that are known to be small.
RawProfile load(Recording recording);

}  // namespace cxprof
