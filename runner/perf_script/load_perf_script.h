#pragma once

#include <filesystem>

#include "runner/profile/symbolized_profile.h"

namespace cxprof {

/// Reads what `perf script` printed: perf has unwound and named it already. `text` is a file, a
/// pipe below /dev/fd, or "-" (standard input). Lines that are no such text become a finding.
/// Addresses are as printed. Throws Error when nothing can be read or, unless `text` is empty, no
/// sample is in it.
SymbolizedProfile load_perf_script(const std::filesystem::path& text, Recording recording = {});

/// Whether `path` names a stream and not a file: "-" or below /dev/fd.
bool is_text_stream(const std::filesystem::path& path);

/// Whether `file` is to be read as perf script text: it is there, and is no perf.data by its first
/// bytes.
bool looks_like_perf_script(const std::filesystem::path& file);

}  // namespace cxprof
