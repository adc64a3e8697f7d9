#pragma once

#include "runner/doctor/facts.h"

namespace cxprof::doctor {

/// A Debian machine on which everything works, for root.
Facts good_machine();

/// The same for an ordinary user at perf_event_paranoid 2.
Facts ordinary_user();

/// A docker container of Ubuntu whose seccomp profile refuses perf_event_open.
Facts filtered_container();

}  // namespace cxprof::doctor
