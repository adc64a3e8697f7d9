#pragma once

#include "runner/load/build_id_table.h"
#include "runner/load/damage_log.h"
#include "runner/load/event_table.h"
#include "runner/load/record_index.h"
#include "runner/profile/raw_profile.h"

namespace cxprof::perf_data {

/// Goes through the indexed records in order: mappings, names and forks change what is known of
/// the processes, samples are decoded and get the state of that moment. Fills modules, address
/// spaces, thread names and samples of `profile`; Sample::event is the index in `events`. Records
/// that are shorter than their fields go to `damage`, the others are kept.
void replay(const RecordIndex& index, const RecordingBytes& bytes, const EventTable& events,
            const BuildIdTable& build_ids, RawProfile& profile, DamageLog& damage);

}  // namespace cxprof::perf_data
