#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "runner/support/byte_reader.h"
#include "runner/support/mapped_file.h"

namespace cxprof::perf_data {

/// All bytes that the records of one recording stand in: the mapped file, and what was decompressed
/// out of it. Views into either stay valid as long as this object.
class RecordingBytes {
 public:
  explicit RecordingBytes(const std::filesystem::path& path);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::span<const std::byte> file() const { return file_->bytes(); }

  /// New memory for decompressed records; `stream_offset` is its place in the decompressed stream.
  std::span<std::byte> add_decompressed(std::size_t size, std::uint64_t stream_offset);

  /// A reader over `part` of these bytes whose messages name the file and the offset.
  [[nodiscard]] ByteReader reader(std::span<const std::byte> part) const;

  /// Where `at` is, for messages: "offset 1234" or "offset 1234 of the decompressed data".
  [[nodiscard]] std::string place(const std::byte* at) const;

 private:
  struct Chunk {
    std::unique_ptr<std::byte[]> data;
    std::uint64_t stream_offset = 0;
  };

  [[nodiscard]] bool in_file(const std::byte* at) const;
  [[nodiscard]] std::uint64_t decompressed_offset(const std::byte* at) const;

  std::string name_;
  std::string decompressed_name_;
  std::shared_ptr<const MappedFile> file_;
  std::map<const std::byte*, Chunk> chunks_;  // by first byte
};

}  // namespace cxprof::perf_data
