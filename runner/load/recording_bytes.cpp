#include "runner/load/recording_bytes.h"

#include <iterator>

namespace cxprof::perf_data {

RecordingBytes::RecordingBytes(const std::filesystem::path& path)
    : name_(path.string()),
      decompressed_name_(name_ + " (decompressed data)"),
      file_(MappedFile::open(path)) {}

std::span<std::byte> RecordingBytes::add_decompressed(std::size_t size,
                                                      std::uint64_t stream_offset) {
  // Not make_unique: that would zero memory which zstd is about to fill.
  std::unique_ptr<std::byte[]> data(new std::byte[size]);
  std::span<std::byte> view(data.get(), size);
  chunks_.emplace(view.data(), Chunk{std::move(data), stream_offset});
  return view;
}

ByteReader RecordingBytes::reader(std::span<const std::byte> part) const {
  if (in_file(part.data())) {
    auto offset = static_cast<std::uint64_t>(part.data() - file().data());
    return ByteReader(part, name_, offset);
  }
  return ByteReader(part, decompressed_name_, decompressed_offset(part.data()));
}

std::string RecordingBytes::place(const std::byte* at) const {
  if (in_file(at)) return fmt::format("offset {}", at - file().data());
  return fmt::format("offset {} of the decompressed data", decompressed_offset(at));
}

bool RecordingBytes::in_file(const std::byte* at) const {
  // std::less_equal orders unrelated pointers too; the built-in operators need not.
  std::less_equal<> not_after;
  return not_after(file().data(), at) && not_after(at, file().data() + file().size());
}

std::uint64_t RecordingBytes::decompressed_offset(const std::byte* at) const {
  auto after = chunks_.upper_bound(at);
  if (after == chunks_.begin()) return 0;
  const auto& [begin, chunk] = *std::prev(after);
  return chunk.stream_offset + static_cast<std::uint64_t>(at - begin);
}

}  // namespace cxprof::perf_data
