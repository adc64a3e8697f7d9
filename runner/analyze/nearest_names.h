#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cxprof {

/// The `count` names most like `name`, for "did you mean": by edit distance (Levenshtein) of the
/// unqualified names, upper and lower case alike, then of the qualified ones, then in byte order.
/// Short (without parameters) and each once; objects ("[libc.so.6]") are not among them, nor names
/// whose unqualified distance is more than `farthest`.
std::vector<std::string> nearest_names(std::string_view name,
                                       const std::vector<std::string>& candidates,
                                       std::size_t count,
                                       std::size_t farthest = static_cast<std::size_t>(-1));

}  // namespace cxprof
