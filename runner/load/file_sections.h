#pragma once

#include <span>

#include "runner/load/event_table.h"
#include "runner/load/features.h"
#include "runner/load/file_header.h"
#include "runner/profile/finding.h"

namespace cxprof::perf_data {

/// Reads the events of a file (not of a pipe, which has them among its records).
void read_attribute_section(const RecordingBytes& bytes, const FileHeader& header,
                            EventTable& events);

/// The part of the file that holds the records: to its end where the header promises more.
std::span<const std::byte> data_section(const RecordingBytes& bytes, const FileHeader& header);

/// Reads the sections behind the data. One that is missing or damaged is a finding: the samples do
/// not depend on it.
void read_feature_sections(const RecordingBytes& bytes, const FileHeader& header,
                           Features& features, EventTable& events, Findings& findings);

}  // namespace cxprof::perf_data
