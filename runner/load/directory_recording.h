#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace cxprof::perf_data {

/// Whether `path` is a directory as `perf record --threads` writes it: `data`, a perf.data file,
/// and `data.0`, `data.1` …, the bare records of each thread of perf's.
bool is_directory_recording(const std::filesystem::path& path);

/// Such a directory as one perf.data file, whose records are those of all its files, one file
/// behind the other; so they are in the order of time in parts only. Throws Error when it cannot be
/// read, is compressed (each file would be a stream of its own) or of the other byte order.
std::vector<std::byte> joined_directory_recording(const std::filesystem::path& path);

}  // namespace cxprof::perf_data
