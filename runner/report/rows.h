#pragma once

#include <cstdint>
#include <string>

#include "runner/profile/profile.h"

namespace cxprof {

/// Share of the profiled samples in percent; 0 when there are none, never NaN.
double percent_of_profiled(std::uint64_t samples, const Summary& summary);

/// The object behind a symbol, for a table: " [libc.so.6]". Empty where it says nothing new: for
/// the program itself and for symbols that stand for an object.
std::string object_suffix(const std::string& symbol, const std::string& module,
                          const Target& target);

}  // namespace cxprof
