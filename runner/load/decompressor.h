#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "runner/load/recording_bytes.h"

struct ZSTD_DCtx_s;

namespace cxprof::perf_data {

/// Undoes `perf record -z`: the payloads of all COMPRESSED records are one zstd stream, in which
/// the original records stand one behind the other, wherever the payloads were cut.
class Decompressor {
 public:
  explicit Decompressor(RecordingBytes& bytes);
  ~Decompressor();
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;

  /// Decompresses the next payload. `consume(bytes, window)` is called with everything not yet
  /// consumed, once or more; it takes whole records from the front and returns how many bytes that
  /// were. `window` holds the bytes.
  /// What it leaves comes again with the bytes that follow. Throws Error when the stream is
  /// damaged.
  template <typename Consume>
  void feed(std::span<const std::byte> payload, Consume consume) {
    begin(payload);
    while (decompress_some()) {
      consumed_ += consume(pending(), window_);
    }
  }

  /// Bytes of a record whose end never came.
  [[nodiscard]] std::span<const std::byte> pending() const {
    return window_ ? window_->bytes.subspan(consumed_, filled_ - consumed_)
                   : std::span<const std::byte>();
  }

 private:
  void begin(std::span<const std::byte> payload);
  bool decompress_some();
  void make_room();

  struct Free {
    void operator()(ZSTD_DCtx_s* context) const;
  };

  RecordingBytes& bytes_;
  std::unique_ptr<ZSTD_DCtx_s, Free> context_;
  std::span<const std::byte> payload_;  // being decompressed
  bool output_was_full_ = false;        // zstd may hold back more of it
  std::shared_ptr<Window> window_;      // nullptr: nothing was decompressed yet
  std::size_t filled_ = 0;              // of the window
  std::size_t consumed_ = 0;            // of the filled part
};

}  // namespace cxprof::perf_data
