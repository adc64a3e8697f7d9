#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "runner/support/byte_reader.h"
#include "runner/support/mapped_file.h"

namespace cxprof::perf_data {

/// A stretch of a recording's bytes. It lives as long as somebody holds it.
struct Window {
  std::span<const std::byte> bytes;
  std::byte* memory = nullptr;  ///< The same, to be filled. nullptr: part of the mapped file.
  std::uint64_t offset = 0;     ///< Of the first byte, in the file or in the decompressed stream.
  bool decompressed = false;    ///< Which of the two.
  std::size_t waiting = 0;      ///< Records in it that still have their turn to come.
};

/// All bytes that the records of one recording stand in: the file, stretches of it that were copied
/// into memory, and what was decompressed out of it. Windows may be let go by any thread; all else
/// is for one thread at a time. A recording of the other byte order is turned round when it is
/// opened, so that nobody else has to know.
class RecordingBytes : public std::enable_shared_from_this<RecordingBytes> {
 public:
  static std::shared_ptr<RecordingBytes> open(const std::filesystem::path& path);
  ~RecordingBytes();
  RecordingBytes(const RecordingBytes&) = delete;
  RecordingBytes& operator=(const RecordingBytes&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  /// The whole file, mapped: for headers and whatever is looked at once.
  [[nodiscard]] std::span<const std::byte> file() const { return file_->bytes(); }

  /// Whether the machine that recorded it had the other byte order than this one.
  [[nodiscard]] bool is_other_byte_order() const { return other_byte_order_; }

  /// Whether it was several files, each in the order of time by itself (see
  /// is_directory_recording).
  [[nodiscard]] bool is_directory() const { return is_directory_; }

  /// `size` bytes of the file from `offset`; they must be in it. Mostly a copy: that costs what the
  /// page faults of the mapped file would, and what is unwound from it is in the cache. Where very
  /// many windows are held (a recording whose order is known at its end only) a view of the mapped
  /// file, which the kernel may take back. Throws Error when the file cannot be read.
  std::shared_ptr<Window> read(std::uint64_t offset, std::size_t size);

  /// Memory for decompressed records; `stream_offset` is its place in the decompressed stream.
  std::shared_ptr<Window> add_decompressed(std::size_t size, std::uint64_t stream_offset);

  /// A reader over `part` of these bytes whose messages name the file and the offset.
  [[nodiscard]] ByteReader reader(std::span<const std::byte> part) const;

  /// Where `at` is, for messages: "offset 1234" or "offset 1234 of the decompressed data".
  [[nodiscard]] std::string place(const std::byte* at) const;

 private:
  using Memory = std::unique_ptr<std::byte[]>;
  struct Place {
    std::uint64_t offset = 0;
    bool decompressed = false;
  };

  explicit RecordingBytes(const std::filesystem::path& path);
  void replace_by(std::span<const std::byte> content);
  std::shared_ptr<Window> new_window(std::size_t size, std::uint64_t offset, bool decompressed);
  std::shared_ptr<Window> view_of_file(std::uint64_t offset, std::size_t size);
  void let_go(Window* window, Memory memory, std::size_t capacity);
  [[nodiscard]] Place place_of(const std::byte* at) const;

  std::string name_;
  std::string decompressed_name_;
  std::shared_ptr<const MappedFile> file_;
  int fd_ = -1;
  bool other_byte_order_ = false;
  bool is_directory_ = false;

  mutable std::mutex mutex_;                                        // guards what follows
  std::map<const std::byte*, const Window*, std::less<>> windows_;  // by first byte
  std::multimap<std::size_t, Memory> free_;  // by capacity: fresh memory would cost page faults
  std::size_t held_ = 0;                     // bytes of all windows
};

}  // namespace cxprof::perf_data
