#include "runner/load/features.h"

namespace cxprof::perf_data {
namespace {

// do_write_string: a length that includes padding, then the NUL-padded text.
std::string read_string(ByteReader& section, const char* field) {
  auto length = section.read<std::uint32_t>(field);
  return section.fixed_string(length, field);
}

std::vector<std::string> read_command_line(ByteReader& section) {
  auto count = section.read<std::uint32_t>("the number of arguments");
  std::vector<std::string> arguments;
  for (std::uint32_t i = 0; i < count; ++i) {  // every turn reads: ends with the section
    arguments.push_back(read_string(section, "an argument of the command line"));
  }
  return arguments;
}

// Names by the events' ids; an event without ids is the one at the same place in the list.
void read_event_description(ByteReader& section, EventTable& events) {
  auto count = section.read<std::uint32_t>("the number of events");
  auto attribute_size = section.read<std::uint32_t>("the size of an event's attributes");
  for (std::uint32_t i = 0; i < count; ++i) {
    section.skip(attribute_size, "an event's attributes");
    auto id_count = section.read<std::uint32_t>("the number of an event's ids");
    std::string name = read_string(section, "an event's name");
    if (id_count == 0) events.rename_at(i, name);
    for (std::uint32_t j = 0; j < id_count; ++j) {
      events.rename(section.read<std::uint64_t>("an event's id"), name);
    }
  }
}

}  // namespace

void read_feature(FeatureId id, ByteReader section, Features& features, EventTable& events) {
  switch (id) {
    case FeatureId::build_id:
      features.build_ids.add_section(section);
      break;
    case FeatureId::hostname:
      features.hostname = read_string(section, "the host's name");
      break;
    case FeatureId::os_release:
      features.os_release = read_string(section, "the kernel's release");
      break;
    case FeatureId::version:
      features.version = read_string(section, "perf's version");
      break;
    case FeatureId::architecture:
      features.architecture = read_string(section, "the machine's architecture");
      break;
    case FeatureId::cpu_description:
      features.cpu_description = read_string(section, "the processor's name");
      break;
    case FeatureId::command_line:
      features.command_line = read_command_line(section);
      break;
    case FeatureId::event_description:
      read_event_description(section, events);
      break;
    case FeatureId::directory_format:
      features.directory_format = true;
      break;
    default:
      break;
  }
}

}  // namespace cxprof::perf_data
