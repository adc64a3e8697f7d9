#pragma once

namespace cxprof {

/// An environment variable that is a switch: 1, ON, TRUE, YES, Y → true; 0, OFF, FALSE, NO, N,
/// empty or not set → false, whatever the case. Throws Error naming the variable for anything else.
bool environment_flag(const char* variable);

}  // namespace cxprof
