#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runner/load/build_id_table.h"
#include "runner/load/event_table.h"
#include "runner/support/byte_reader.h"

namespace cxprof::perf_data {

/// Feature sections that we read (tools/perf/util/header.h, enum perf_header_feature).
enum class FeatureId : std::uint64_t {
  build_id = 2,
  hostname = 3,
  os_release = 4,
  version = 5,
  architecture = 6,
  cpu_description = 8,
  command_line = 11,
  event_description = 12,
  directory_format = 24,
  last = 255,  ///< The header has room for 256.
};

/// A recording's facts about itself. Empty: not in the file.
struct Features {
  std::string hostname;
  std::string os_release;                 ///< uname -r
  std::string version;                    ///< Of perf.
  std::string architecture;               ///< uname -m
  std::string cpu_description;            ///< "model name" of /proc/cpuinfo
  std::vector<std::string> command_line;  ///< perf's own, from "perf" (or its path) on.
  BuildIdTable build_ids;
  bool directory_format = false;  ///< Most of the data is in other files beside this one.
};

/// Reads one feature's section: what it says goes into `features`, event names into `events`.
/// Features that nothing here needs are skipped. Throws Error when the section is damaged.
void read_feature(FeatureId id, ByteReader section, Features& features, EventTable& events);

}  // namespace cxprof::perf_data
