#pragma once

#include <filesystem>
#include <string>

namespace cxprof {

/// Why the perf.data file cannot be read, as a clause ("its file is empty"). Empty: its header says
/// that it was finished. perf fills the header in at the very end, so a perf that was killed leaves
/// a data size of 0.
std::string perf_data_damage(const std::filesystem::path& file);

}  // namespace cxprof
