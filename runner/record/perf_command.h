#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "runner/profile/record_request.h"

namespace cxprof {

/// Options of ours that only make a recording better: a perf that does not know them does without.
/// Names as in perf's "unknown option `NAME'".
const std::vector<std::string>& optional_perf_options();

/// `perf record …` up to and including "--". `left_out`: names of optional options not to use.
std::vector<std::string> perf_command(const std::filesystem::path& perf,
                                      const RecordRequest& request,
                                      const std::filesystem::path& perf_data,
                                      const std::set<std::string>& left_out);

/// The options to try again without, by what perf printed: those that it says it does not know (an
/// output that complains without naming one of ours gives all of them), and those that the kernel
/// does not know. Empty: no such complaint.
std::set<std::string> refused_perf_options(const std::string& output);

}  // namespace cxprof
