#include "runner/load/build_id_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "runner/load/record_types.h"

namespace cxprof::perf_data {

BuildId to_build_id(std::span<const std::byte> bytes) {
  BuildId result;
  for (std::byte byte : bytes) {
    fmt::format_to(std::back_inserter(result), "{:02x}", std::to_integer<unsigned>(byte));
  }
  return result;
}

// struct perf_record_header_build_id: pid, 20 bytes of build id, its size (valid with a misc bit,
// else 20) and padding, then the path.
void BuildIdTable::add_entry(ByteReader entry, std::uint16_t misc) {
  constexpr std::size_t longest = 20;
  entry.skip(sizeof(std::uint32_t), "a build id's process");
  auto id = entry.bytes(longest, "a build id");
  std::size_t size = entry.read<std::uint8_t>("a build id's size");
  entry.skip(3, "a build id's padding");
  if (!(misc & misc::build_id_has_size) || size > longest) size = longest;
  std::string path = entry.fixed_string(entry.remaining(), "a build id's path");
  BuildId build_id = to_build_id(id.first(size));
  if (build_id.find_first_not_of('0') == BuildId::npos) return;  // perf found none
  build_ids_.emplace(std::move(path), std::move(build_id));
}

void BuildIdTable::add_section(ByteReader section) {
  while (section.remaining() >= Record::header_size) {
    section.skip(sizeof(std::uint32_t), "a build id's type");
    auto misc = section.read<std::uint16_t>("a build id's flags");
    auto size = section.read<std::uint16_t>("a build id's record size");
    if (size == 0) return;  // perf 6.12 pads the section with zeros
    std::size_t body = size < Record::header_size ? 0 : size - Record::header_size;
    add_entry(section.sub_reader(body, "a build id's record"), misc);
  }
}

BuildId BuildIdTable::find(const std::string& path) const {
  auto found = build_ids_.find(path);
  return found == build_ids_.end() ? BuildId{} : found->second;
}

}  // namespace cxprof::perf_data
