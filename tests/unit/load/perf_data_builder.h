#pragma once

#include <linux/perf_event.h>

#include <concepts>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runner/profile/raw_profile.h"
#include "runner/support/byte_reader.h"

namespace cxprof::test {

/// While one lives, Bytes and PerfDataBuilder write as a big-endian machine does.
class BigEndian {
 public:
  BigEndian() { on_ = true; }
  ~BigEndian() { on_ = false; }
  BigEndian(const BigEndian&) = delete;
  BigEndian& operator=(const BigEndian&) = delete;
  static bool on() { return on_; }

 private:
  static inline bool on_ = false;
};

/// Bytes put together from values, in native byte order or BigEndian.
class Bytes {
 public:
  template <std::integral T>
  Bytes& put(T value) {
    for (std::size_t i = 0; i < sizeof value; ++i) {
      std::size_t shift = 8 * (BigEndian::on() ? sizeof value - 1 - i : i);
      bytes_ += static_cast<char>(static_cast<std::uint64_t>(value) >> shift & 0xff);
    }
    return *this;
  }
  Bytes& put(const perf_event_attr& attr);
  Bytes& words(std::initializer_list<std::uint64_t> values);
  Bytes& append(std::string_view text);
  /// `text`, a NUL, and zeros up to the next multiple of 8 counted from the start of these bytes.
  Bytes& padded_string(std::string_view text);
  /// A string as perf writes it into features: padded length, text, zeros.
  Bytes& feature_string(std::string_view text);
  Bytes& pad_to(std::size_t multiple);

  [[nodiscard]] const std::string& str() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] std::span<const std::byte> span() const { return std::as_bytes(std::span(bytes_)); }
  [[nodiscard]] ByteReader reader() const { return ByteReader(span(), "test"); }

 private:
  std::string bytes_;
};

/// cpu-clock at 997 Hz with IDENTIFIER, IP, TID, TIME, CPU and PERIOD, and sample_id_all.
perf_event_attr cpu_clock();

/// Who and when: the fields that samples and the end of every other record share.
struct Who {
  std::int32_t pid = 100;
  std::int32_t tid = 100;
  std::uint64_t time = 0;
  std::uint64_t id = 1;  ///< Of the event.
};

/// Puts a perf.data file together. The records' layout is that of cpu_clock().
class PerfDataBuilder {
 public:
  PerfDataBuilder& event(const perf_event_attr& attr, std::vector<std::uint64_t> ids = {1});
  PerfDataBuilder& feature(unsigned id, const Bytes& content);

  /// A record with this body; nothing is added behind it.
  PerfDataBuilder& record(std::uint32_t type, std::uint16_t misc, const Bytes& body);
  PerfDataBuilder& sample(Who who, std::uint64_t ip, std::uint16_t misc = PERF_RECORD_MISC_USER);
  PerfDataBuilder& mmap2(Who who, std::uint64_t start, std::uint64_t length, std::uint64_t offset,
                         std::string_view path, std::uint32_t protection = 5);
  PerfDataBuilder& mmap2_build_id(Who who, std::uint64_t start, std::uint64_t length,
                                  std::string_view build_id, std::string_view path);
  PerfDataBuilder& mmap(Who who, std::uint64_t start, std::uint64_t length, std::uint64_t offset,
                        std::string_view path, std::uint16_t misc = PERF_RECORD_MISC_USER);
  PerfDataBuilder& kernel_mmap(std::uint64_t start, std::uint64_t length, std::string_view path);
  PerfDataBuilder& comm(Who who, std::string_view name, bool exec = false);
  PerfDataBuilder& fork(std::int32_t parent_pid, std::int32_t parent_tid, Who child,
                        std::uint16_t misc = 0);
  /// All records since the last call become COMPRESSED (or COMPRESSED2) records, cut every
  /// `piece` bytes of the compressed stream.
  PerfDataBuilder& compress(std::size_t piece, bool version_2 = false);

  [[nodiscard]] std::string file() const;
  [[nodiscard]] std::string pipe() const;
  /// Offset in file() of the data section.
  [[nodiscard]] std::uint64_t data_offset() const;
  [[nodiscard]] std::uint64_t data_size() const { return records_.size(); }

 private:
  struct EventSpec {
    perf_event_attr attr;
    std::vector<std::uint64_t> ids;
  };
  PerfDataBuilder& with_trailer(std::uint32_t type, std::uint16_t misc, Bytes body, Who who);

  std::vector<EventSpec> events_;
  std::map<unsigned, std::string> features_;
  std::string records_;
  std::size_t compressed_up_to_ = 0;
};

/// One record: header and body.
std::string record_bytes(std::uint32_t type, std::uint16_t misc, std::string_view body);

/// A file in the test's temporary directory that is removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view content = {});
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  void write(std::string_view content) const;

 private:
  std::filesystem::path path_;
};

/// load() of a file with this content. The file itself is gone afterwards; the mapping is not.
RawProfile load_bytes(std::string_view content);

}  // namespace cxprof::test
