#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace cxprof::perf_data {

/// Types of the records in a perf.data file's data section. Below 64: the kernel's
/// (include/uapi/linux/perf_event.h, enum perf_event_type); from 64 on: perf's own
/// (tools/lib/perf/include/perf/event.h, enum perf_user_event_type).
enum class RecordType : std::uint32_t {
  mmap = 1,
  lost = 2,
  comm = 3,
  exit = 4,
  throttle = 5,
  unthrottle = 6,
  fork = 7,
  read = 8,
  sample = 9,
  mmap2 = 10,
  aux = 11,
  lost_samples = 13,
  last_of_kernel = 21,  // AUX_OUTPUT_HW_ID

  header_attr = 64,
  header_event_type = 65,
  header_tracing_data = 66,
  header_build_id = 67,
  finished_round = 68,
  auxtrace = 71,
  event_update = 78,
  header_feature = 80,
  compressed = 81,
  finished_init = 82,
  compressed2 = 83,
  last_of_perf = 84,  // BPF_METADATA
};

/// Bits of a record's `misc` field. Their meaning depends on the record's type.
namespace misc {
inline constexpr std::uint16_t cpu_mode_mask = 7;
inline constexpr std::uint16_t cpu_mode_kernel = 1;
inline constexpr std::uint16_t cpu_mode_guest_kernel = 4;
inline constexpr std::uint16_t mmap_data = 1U << 13;           ///< MMAP: not executable.
inline constexpr std::uint16_t comm_exec = 1U << 13;           ///< COMM: because of an exec.
inline constexpr std::uint16_t fork_synthesized = 1U << 13;    ///< FORK: made by perf from /proc.
inline constexpr std::uint16_t mmap_build_id = 1U << 14;       ///< MMAP2: carries a build id.
inline constexpr std::uint16_t build_id_has_size = 1U << 15;   ///< Build-id entry: size is valid.
inline constexpr std::uint16_t lost_to_bpf_filter = 1U << 15;  ///< LOST_SAMPLES: asked to be left.
}  // namespace misc

/// A whole record (header and body) inside the recording's bytes. Cheap to copy, owns nothing.
class Record {
 public:
  static constexpr std::size_t header_size = 8;

  /// `data` must point at `size()` valid bytes; the indexer has checked that.
  explicit Record(const std::byte* data) : data_(data) {}

  [[nodiscard]] RecordType type() const { return static_cast<RecordType>(word<std::uint32_t>(0)); }
  [[nodiscard]] std::uint16_t misc() const { return word<std::uint16_t>(4); }
  [[nodiscard]] std::uint16_t size() const { return word<std::uint16_t>(6); }
  [[nodiscard]] std::span<const std::byte> bytes() const { return {data_, size()}; }
  [[nodiscard]] std::span<const std::byte> body() const { return bytes().subspan(header_size); }

  /// The 64-bit word at `offset` from the record's start; the caller has checked that it is inside.
  [[nodiscard]] std::uint64_t word_at(std::size_t offset) const {
    return word<std::uint64_t>(offset);
  }

 private:
  template <typename T>
  [[nodiscard]] T word(std::size_t offset) const {
    T value;
    std::memcpy(&value, data_ + offset, sizeof value);
    return value;
  }

  const std::byte* data_;
};

}  // namespace cxprof::perf_data
