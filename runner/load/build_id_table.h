#pragma once

#include <map>
#include <string>

#include "runner/profile/build_id.h"
#include "runner/support/byte_reader.h"

namespace cxprof::perf_data {

/// Lower-case hexadecimal digits of `bytes`.
BuildId to_build_id(std::span<const std::byte> bytes);

/// Build ids by path, as perf collects them at the end of a recording (feature BUILD_ID, or
/// HEADER_BUILD_ID records in a pipe).
class BuildIdTable {
 public:
  /// Reads one entry: `entry` is everything behind its 8-byte header, `misc` is the header's.
  void add_entry(ByteReader entry, std::uint16_t misc);
  /// Reads a whole BUILD_ID section: entries with headers, to its end or to its zero padding.
  void add_section(ByteReader section);

  /// Empty: not recorded for this path.
  [[nodiscard]] BuildId find(const std::string& path) const;

 private:
  std::map<std::string, BuildId> build_ids_;
};

}  // namespace cxprof::perf_data
