#include "runner/load/file_header.h"

#include <cstring>
#include <string_view>

#include "runner/support/error.h"
#include "runner/support/text.h"

namespace cxprof::perf_data {
namespace {

constexpr std::string_view magic = "PERFILE2";
constexpr std::string_view magic_version_1 = "PERFFILE";
constexpr std::uint64_t pipe_header_size = 16;
constexpr std::uint64_t file_header_size = 104;

void check_magic(const RecordingBytes& bytes) {
  auto file = bytes.file();
  if (file.empty()) {
    fail("{} is empty: perf was stopped before it wrote anything; record again", bytes.name());
  }
  std::string_view start(reinterpret_cast<const char*>(file.data()),
                         std::min(file.size(), magic.size()));
  if (start == magic) return;
  if (start == magic_version_1) {
    fail(
        "{} is a perf.data file of version 1 (magic PERFFILE, before Linux 3.0), which is not "
        "supported; record again with a newer perf",
        bytes.name());
  }
  if (magic.starts_with(start)) {
    fail("{} is cut after {} bytes, inside its magic; record again", bytes.name(), start.size());
  }
  fail("{} is not a perf.data file (it begins with \"{}\"); give a file that perf record wrote",
       bytes.name(), printable(start));
}

}  // namespace

FileHeader read_file_header(const RecordingBytes& bytes) {
  check_magic(bytes);
  ByteReader reader = bytes.reader(bytes.file());
  reader.skip(magic.size(), "the magic");
  FileHeader header;
  header.size = reader.read<std::uint64_t>("the header's size");
  if (header.size == pipe_header_size) {
    header.pipe = true;
    return header;
  }
  if (header.size < file_header_size) {
    fail("{}: the file is damaged: its header claims a size of {} bytes, not {}; record again",
         bytes.name(), header.size, file_header_size);
  }
  auto read_section = [&](const char* field) {
    Section section;
    section.offset = reader.read<std::uint64_t>(field);
    section.size = reader.read<std::uint64_t>(field);
    return section;
  };
  header.attribute_size = reader.read<std::uint64_t>("the size of an event's attributes");
  header.attributes = read_section("the place of the events' attributes");
  header.data = read_section("the place of the data");
  read_section("the place of the event types");
  for (std::uint64_t& bits : header.feature_bits) bits = reader.read<std::uint64_t>("the features");
  if (header.data.size == 0) {
    fail(
        "{}: the recording was not finished (perf was killed before it completed the file: its "
        "data size is 0), so its samples are lost; record again and let perf end by itself",
        bytes.name());
  }
  return header;
}

std::span<const std::byte> section_bytes(const RecordingBytes& bytes, Section section,
                                         const char* what) {
  auto file = bytes.file();
  if (section.offset > file.size() || section.size > file.size() - section.offset) {
    fail(
        "{}: the file is damaged or cut: {} should be the {} bytes at offset {}, but the file "
        "ends at {}; record again",
        bytes.name(), what, section.size, section.offset, file.size());
  }
  return file.subspan(static_cast<std::size_t>(section.offset),
                      static_cast<std::size_t>(section.size));
}

}  // namespace cxprof::perf_data
