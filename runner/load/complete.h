#pragma once

#include "runner/load/event_table.h"
#include "runner/load/features.h"
#include "runner/profile/raw_profile.h"

namespace cxprof::perf_data {

/// Fills what `recording` does not know from the file's own facts.
void complete(Recording& recording, const Features& features, const EventTable& events);

}  // namespace cxprof::perf_data
