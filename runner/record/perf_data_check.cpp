#include "runner/record/perf_data_check.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>

namespace cxprof {

std::string perf_data_damage(const std::filesystem::path& file) {
  // struct perf_file_header (tools/perf/util/header.h): magic, size, attr_size, attrs {offset,
  // size}, data {offset, size}, …; 64-bit words in native order.
  std::array<std::uint64_t, 7> header{};
  std::ifstream in(file, std::ios::binary);
  if (!in) return "left no file";
  in.read(reinterpret_cast<char*>(header.data()), sizeof header);
  if (in.gcount() == 0) return "its file is empty";
  if (in.gcount() != sizeof header || std::memcmp(header.data(), "PERFILE2", 8) != 0) {
    return "its file is not perf.data";
  }
  std::uint64_t data_offset = header[5];
  std::uint64_t data_size = header[6];
  if (data_size == 0) return "its file was never finished (data size 0)";
  std::error_code error;
  std::uint64_t size = std::filesystem::file_size(file, error);
  if (error || data_offset > size || data_size > size - data_offset) return "its file is cut off";
  return {};
}

}  // namespace cxprof
