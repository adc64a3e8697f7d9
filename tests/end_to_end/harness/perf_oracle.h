#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace cxprof::test {

/// Self samples by (object's file name, demangled name without clone suffix). Unnamed functions of
/// an object stand under the empty name.
using SelfCounts = std::map<std::pair<std::string, std::string>, std::uint64_t>;

/// What `perf report --no-children --no-inline` says of a recording. `build_id_directory` is where
/// perf looks for files of the recorded builds (`--buildid-dir`).
SelfCounts self_counts_of_perf(const std::filesystem::path& perf_data,
                               const std::filesystem::path& build_id_directory);

/// The same of our profile's self_time ranking.
SelfCounts self_counts_of_profile(const nlohmann::json& profile);

/// A line for every difference; empty when the two are equal.
std::string differences(const SelfCounts& perf, const SelfCounts& ours);

}  // namespace cxprof::test
