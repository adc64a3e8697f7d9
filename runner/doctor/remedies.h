#pragma once

#include <string>

#include "runner/doctor/check.h"
#include "runner/doctor/facts.h"

namespace cxprof::doctor {

/// A command and what it means for security. Both may be empty.
struct Remedy {
  std::string command;
  std::string security;
};

/// How the distribution installs perf.
Remedy install_perf(const SystemFacts& system);

/// How the distribution installs the names of the C library's internal functions.
Remedy install_libc_names(const SystemFacts& system);

/// The narrowest ways to let users record: their own programs only.
Remedy allow_recording(const Facts& facts);

/// Lets a container (or whatever filters system calls) use perf_event_open.
Remedy allow_system_call(const Facts& facts);

/// `check` becomes missing because of `failure`: its text, and its remedy where there is a command,
/// else its advice.
void explain(Check& check, const Finding& failure, const Facts& facts);

}  // namespace cxprof::doctor
