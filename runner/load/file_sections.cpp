#include "runner/load/file_sections.h"

#include <algorithm>
#include <bit>

#include "runner/support/error.h"

namespace cxprof::perf_data {
namespace {

constexpr std::uint64_t section_size = 2 * sizeof(std::uint64_t);  // offset and size

Section read_section(ByteReader& reader, const char* field) {
  Section section;
  section.offset = reader.read<std::uint64_t>(field);
  section.size = reader.read<std::uint64_t>(field);
  return section;
}

std::vector<std::uint64_t> read_ids(const RecordingBytes& bytes, Section section) {
  ByteReader reader = bytes.reader(section_bytes(bytes, section, "an event's ids"));
  std::vector<std::uint64_t> ids;
  while (reader.remaining() >= sizeof(std::uint64_t)) {
    ids.push_back(reader.read<std::uint64_t>("an event's id"));
  }
  return ids;
}

bool has_feature(const FileHeader& header, std::uint64_t feature) {
  return (header.feature_bits[feature / 64] >> (feature % 64) & 1) != 0;
}

}  // namespace

void read_attribute_section(const RecordingBytes& bytes, const FileHeader& header,
                            EventTable& events) {
  const std::uint64_t entry_size = header.attribute_size;
  auto section = section_bytes(bytes, header.attributes, "the events' attributes");
  if (entry_size <= section_size || section.empty() || section.size() % entry_size != 0) {
    fail(
        "{}: the file is damaged: {} bytes of event attributes cannot be entries of {} bytes; "
        "record again",
        bytes.name(), section.size(), entry_size);
  }
  ByteReader entries = bytes.reader(section);
  std::uint64_t id_bytes = 0;
  while (!entries.at_end()) {
    ByteReader entry = entries.sub_reader(entry_size, "an event");
    EventAttributes attributes = parse_event_attributes(
        entry.sub_reader(entry_size - section_size, "an event's attributes"));
    Section ids = read_section(entry, "the place of an event's ids");
    // Each event has ids of its own; entries that share them would take their product in time.
    id_bytes += std::min(ids.size, bytes.file().size());
    if (id_bytes > bytes.file().size()) {
      fail(
          "{}: the file is damaged: the ids of its events take more room than the file; record "
          "again",
          bytes.name());
    }
    attributes.ids = read_ids(bytes, ids);
    events.add(std::move(attributes));
  }
}

std::span<const std::byte> data_section(const RecordingBytes& bytes, const FileHeader& header) {
  auto file = bytes.file();
  Section data = header.data;
  if (data.offset >= file.size()) section_bytes(bytes, data, "the data");  // throws, says where
  data.size = std::min(data.size, file.size() - data.offset);
  return section_bytes(bytes, data, "the data");
}

void read_feature_sections(const RecordingBytes& bytes, const FileHeader& header,
                           Features& features, EventTable& events, Findings& findings) {
  std::uint64_t count = 0;
  for (std::uint64_t bits : header.feature_bits) {
    count += static_cast<std::uint64_t>(std::popcount(bits));
  }
  auto note = [&](const Error& error) {
    findings.push_back(
        {Severity::warning, "incomplete-file",
         std::string(error.what()) + " (all samples are there, facts about the recording are not)",
         "Record again to have the host, the command line and all build ids."});
  };
  try {
    // Cut inside the data: nothing can be behind it, and the missing data is told of elsewhere.
    if (data_section(bytes, header).size() < header.data.size) return;
    Section table_place{header.data.offset + header.data.size, count * section_size};
    ByteReader table =
        bytes.reader(section_bytes(bytes, table_place, "the table of the file's features"));
    bool noted = false;
    for (std::uint64_t feature = 0; feature <= static_cast<std::uint64_t>(FeatureId::last);
         ++feature) {
      if (!has_feature(header, feature)) continue;
      Section place = read_section(table, "the place of a feature");
      try {
        ByteReader section = bytes.reader(section_bytes(bytes, place, "a feature"));
        read_feature(static_cast<FeatureId>(feature), section, features, events);
      } catch (const Error& error) {
        if (!noted) note(error);
        noted = true;
      }
    }
  } catch (const Error& error) {
    note(error);
  }
}

}  // namespace cxprof::perf_data
