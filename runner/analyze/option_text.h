#pragma once

#include <string>

#include "runner/profile/recording.h"

namespace cxprof {

/// An option of ours as advice names it: "--frequency 4999"; of a recording that a CMake project
/// asked for, with the keyword of profile_target: "--frequency 4999 (FREQUENCY 4999 in CMake)".
/// `name` without dashes; `value` empty: none.
std::string option_text(const Recording& recording, const std::string& name,
                        const std::string& value = {});

}  // namespace cxprof
