#pragma once

#include "runner/profile/record_request.h"
#include "runner/profile/recording.h"
#include "runner/record/record_limits.h"

namespace cxprof {

/// record() with other limits than the users'.
Recording record_with(const RecordRequest& request, const RecordLimits& limits);

}  // namespace cxprof
