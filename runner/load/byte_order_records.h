#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "runner/load/byte_order_fields.h"
#include "runner/load/decompressor.h"
#include "runner/load/event_table.h"

namespace cxprof::perf_data {

/// Turns records of a recording of foreign byte order round, one by one. Knows the events (from the
/// file's header or from the records themselves), because samples are laid out as they say.
class RecordSwapper {
 public:
  explicit RecordSwapper(RecordingBytes& bytes) : bytes_(bytes) {}

  /// The next event, attributes in native order.
  void add_event(EventAttributes attributes);

  /// Appends the records of `data` in native order to `out`; compressed ones come decompressed.
  void append(std::span<const std::byte> data, std::vector<std::byte>& out);

 private:
  std::size_t append_whole_records(std::span<const std::byte> data, std::vector<std::byte>& out);
  void append_decompressed(std::span<std::byte> record, std::vector<std::byte>& out);
  void swap_body(std::uint32_t type, std::uint16_t misc, std::span<std::byte> record);
  void swap_sample(std::span<std::byte> record);
  void swap_attribute_record(std::span<std::byte> body);
  void swap_kernel_record(std::uint32_t type, std::uint16_t misc, std::span<std::byte> body);
  [[nodiscard]] std::uint64_t trailer_type(std::span<const std::byte> body) const;

  RecordingBytes& bytes_;
  EventTable events_;
  bool same_trailers_ = true;
  std::unordered_map<std::uint64_t, std::uint32_t> event_of_id_;
  std::unique_ptr<Decompressor> decompressor_;
  bool stream_damaged_ = false;
};

}  // namespace cxprof::perf_data
