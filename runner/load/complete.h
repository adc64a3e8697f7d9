#pragma once

#include "runner/load/event_table.h"
#include "runner/load/features.h"
#include "runner/profile/raw_profile.h"

namespace cxprof::perf_data {

/// Fills RawProfile::events in the file's order, without those that cannot have samples and have
/// none, and makes Sample::event point into it.
void fill_events(const EventTable& events, RawProfile& profile);

/// Fills what `recording` does not know from the file's own facts.
void complete(Recording& recording, const Features& features, const EventTable& events);

}  // namespace cxprof::perf_data
