#pragma once

#include <array>
#include <cstdint>

#include "runner/load/recording_bytes.h"

namespace cxprof::perf_data {

/// Part of a file; where it lies is what the file says and may be untrue.
struct Section {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// The header of a perf.data file (tools/perf/util/header.h, struct perf_file_header).
struct FileHeader {
  bool pipe = false;  ///< `perf record -o -`: records follow at once, all else is 0.
  std::uint64_t size = 0;
  std::uint64_t attribute_size = 0;  ///< Of one entry: perf_event_attr and its ids' section.
  Section attributes;
  Section data;
  std::array<std::uint64_t, 4> feature_bits{};  ///< Bit n: feature n has a section after the data.
};

/// Reads the header. Throws Error when the file is empty, no perf.data, or one that we do not read
/// (version 1, never finished), each with its own sentence.
FileHeader read_file_header(const RecordingBytes& bytes);

/// The bytes of `section`; throws Error naming `what` when they are not all inside the file.
std::span<const std::byte> section_bytes(const RecordingBytes& bytes, Section section,
                                         const char* what);

}  // namespace cxprof::perf_data
