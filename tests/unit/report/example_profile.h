#pragma once

#include "runner/profile/profile.h"
#include "tests/unit/analyze/profile_builder.h"

namespace cxprof {

/// A profile with something of everything: libc without symbols, kernel time, inlined and template
/// functions, an unknown object, stacks that were cut, a program that printed its measurement and
/// failed.
SymbolizedProfile example_recording();

/// The same, analysed.
Profile example_profile();

/// A recording with not a single sample.
Profile empty_profile();

}  // namespace cxprof
