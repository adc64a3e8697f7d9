#include "runner/elf/mini_debug_info.h"

#include <lzma.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "runner/support/error.h"

namespace cxprof {
namespace {

constexpr std::uint64_t decoder_memory = std::uint64_t{128} << 20;  // xz -9 needs 65 MiB
constexpr std::size_t highest_ratio = 64;  // symbol tables compress to a fifth or so
constexpr std::size_t least_room = std::size_t{1} << 20;

class XzStream {
 public:
  explicit XzStream(std::span<const std::byte> packed) {
    if (lzma_stream_decoder(&stream_, decoder_memory, LZMA_CONCATENATED) != LZMA_OK) {
      fail("there is not enough memory to decompress it");
    }
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
    stream_.avail_in = packed.size();
  }
  ~XzStream() { lzma_end(&stream_); }
  XzStream(const XzStream&) = delete;
  XzStream& operator=(const XzStream&) = delete;

  std::vector<std::byte> decompress(std::size_t most) {
    std::vector<std::byte> plain;
    for (lzma_ret result = LZMA_OK; result != LZMA_STREAM_END;) {
      std::size_t filled = plain.size();
      if (filled >= most) fail("it claims to be more than {} bytes", most);
      plain.resize(std::min(most, std::max(least_room / 16, 2 * filled)));
      stream_.next_out = reinterpret_cast<std::uint8_t*>(plain.data() + filled);
      stream_.avail_out = plain.size() - filled;
      result = lzma_code(&stream_, LZMA_FINISH);
      plain.resize(plain.size() - stream_.avail_out);
      if (result != LZMA_OK && result != LZMA_STREAM_END) {
        fail("it is damaged (lzma error {})", static_cast<int>(result));
      }
    }
    return plain;
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

}  // namespace

std::shared_ptr<ElfFile> read_mini_debug_info(const ElfFile& image) {
  const ElfSection* section = image.section(".gnu_debugdata");
  if (section == nullptr) return nullptr;
  std::span<const std::byte> packed = image.contents(*section);
  try {
    std::size_t most = std::max(least_room, packed.size() * highest_ratio);
    return ElfFile::from_memory(XzStream(packed).decompress(most),
                                image.path().string() + " (.gnu_debugdata)");
  } catch (const Error& error) {
    spdlog::debug("{}: section .gnu_debugdata is not used: {}", image.path().string(),
                  error.what());
    return nullptr;
  }
}

}  // namespace cxprof
