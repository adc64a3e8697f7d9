#pragma once

#include <cstdint>
#include <string>

#include "runner/profile/finding.h"

// What a text cannot tell, and which text can. A "no-samples" of the text is its only one: what is
// found later does not guess at the program again.
namespace cxprof::perf_script {

/// `count` of all `samples` end in a frame whose object is not known.
Finding inlined_without_object(std::uint64_t count, std::uint64_t samples);

/// No line has an object.
Finding no_object_field();

/// Samples, none of which has a frame.
Finding no_frames(std::uint64_t samples);

/// Nothing, or comments only. `file` names the text.
Finding no_samples_in(const std::string& file);

/// User roots were given.
Finding roots_without_sources();

}  // namespace cxprof::perf_script
