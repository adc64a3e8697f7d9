#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace cxprof::perf_data {

class RecordingBytes;

/// Whether a perf.data file (or pipe) was written by a machine of the other byte order: its magic
/// stands the other way round.
bool has_other_byte_order(std::span<const std::byte> file);

/// The recording `bytes.file()` of such a machine as this machine would have written it: header,
/// attributes, ids, records by their type, and the features that we read. All offsets stay what
/// they are, so that messages name places in the real file; only decompressed records (which are
/// recorded in the writer's byte order, too) are put behind it. What is damaged or cut is turned
/// round as far as it goes and left for the reader to find. Never throws for damage.
std::vector<std::byte> to_native_byte_order(RecordingBytes& bytes);

}  // namespace cxprof::perf_data
