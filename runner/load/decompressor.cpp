#include "runner/load/decompressor.h"

#include <zstd.h>

#include <algorithm>

#include "runner/support/error.h"

namespace cxprof::perf_data {
namespace {

// Many records each, so that few of them have to be moved to the next window.
constexpr std::size_t window_size = std::size_t{4} << 20;

}  // namespace

void Decompressor::Free::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }

Decompressor::Decompressor(RecordingBytes& bytes) : bytes_(bytes), context_(ZSTD_createDCtx()) {
  if (!context_) fail("{}: not enough memory to decompress the recording", bytes.name());
}

Decompressor::~Decompressor() = default;

void Decompressor::begin(std::span<const std::byte> payload) {
  payload_ = payload;
  output_was_full_ = false;
}

// A record is at most 64 KiB, so what is left unconsumed always fits into a fresh window.
void Decompressor::make_room() {
  auto rest = pending();
  std::uint64_t offset = window_ ? window_->offset + consumed_ : 0;
  auto next = bytes_.add_decompressed(window_size, offset);
  std::ranges::copy(rest, next->memory);
  filled_ = rest.size();
  consumed_ = 0;
  window_ = std::move(next);
}

bool Decompressor::decompress_some() {
  if (payload_.empty() && !output_was_full_) return false;
  if (!window_ || filled_ == window_->bytes.size()) make_room();
  ZSTD_inBuffer in{payload_.data(), payload_.size(), 0};
  ZSTD_outBuffer out{window_->memory + filled_, window_->bytes.size() - filled_, 0};
  std::size_t result = ZSTD_decompressStream(context_.get(), &out, &in);
  if (ZSTD_isError(result)) {
    fail("{}: the file is damaged: the compressed data before {} cannot be decompressed ({})",
         bytes_.name(), bytes_.place(payload_.data() + payload_.size()), ZSTD_getErrorName(result));
  }
  payload_ = payload_.subspan(in.pos);
  filled_ += out.pos;
  output_was_full_ = filled_ == window_->bytes.size();
  return in.pos != 0 || out.pos != 0;
}

}  // namespace cxprof::perf_data
