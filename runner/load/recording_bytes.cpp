#include "runner/load/recording_bytes.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iterator>
#include <utility>

#include "runner/load/byte_order.h"
#include "runner/load/directory_recording.h"
#include "runner/support/error.h"

namespace cxprof::perf_data {
namespace {

// More copies than that are not kept in memory.
constexpr std::size_t most_copied = std::size_t{128} << 20;

}  // namespace

std::shared_ptr<RecordingBytes> RecordingBytes::open(const std::filesystem::path& path) {
  if (is_directory_recording(path)) {
    std::shared_ptr<RecordingBytes> bytes(new RecordingBytes(path / "data"));
    bytes->replace_by(joined_directory_recording(path));
    bytes->is_directory_ = true;
    return bytes;
  }
  std::shared_ptr<RecordingBytes> bytes(new RecordingBytes(path));
  if (has_other_byte_order(bytes->file())) {
    bytes->replace_by(to_native_byte_order(*bytes));
    bytes->other_byte_order_ = true;
  }
  return bytes;
}

RecordingBytes::RecordingBytes(const std::filesystem::path& path)
    : name_(path.string()),
      decompressed_name_(name_ + " (decompressed data)"),
      file_(MappedFile::open(path)),
      fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (fd_ < 0) fail("cannot open {}: {}", name_, std::strerror(errno));
}

// From here on the file is one in memory.
void RecordingBytes::replace_by(std::span<const std::byte> content) {
  int memory = memfd_create("perf.data", MFD_CLOEXEC);
  if (memory < 0) fail("cannot hold {} in memory: {}", name_, std::strerror(errno));
  ::close(fd_);
  fd_ = memory;
  for (std::span<const std::byte> rest = content; !rest.empty();) {
    ssize_t written = ::write(fd_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("cannot hold {} in memory: {}", name_, std::strerror(errno));
    rest = rest.subspan(static_cast<std::size_t>(written));
  }
  file_ = MappedFile::open(fmt::format("/proc/self/fd/{}", fd_));
}

RecordingBytes::~RecordingBytes() { ::close(fd_); }

std::shared_ptr<Window> RecordingBytes::read(std::uint64_t offset, std::size_t size) {
  {
    std::lock_guard lock(mutex_);
    if (held_ > most_copied) return view_of_file(offset, size);
  }
  auto window = new_window(size, offset, false);
  for (std::size_t done = 0; done < size;) {
    ssize_t count =
        ::pread(fd_, window->memory + done, size - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      fail("cannot read {} at offset {}: {}", name_, offset + done,
           count == 0 ? "the file became shorter" : std::strerror(errno));
    }
    done += static_cast<std::size_t>(count);
  }
  return window;
}

std::shared_ptr<Window> RecordingBytes::add_decompressed(std::size_t size,
                                                         std::uint64_t stream_offset) {
  return new_window(size, stream_offset, true);
}

std::shared_ptr<Window> RecordingBytes::new_window(std::size_t size, std::uint64_t offset,
                                                   bool decompressed) {
  std::lock_guard lock(mutex_);
  Memory memory;
  std::size_t capacity = size;
  if (auto fitting = free_.lower_bound(size); fitting != free_.end()) {
    capacity = fitting->first;
    memory = std::move(fitting->second);
    free_.erase(fitting);
  } else {
    memory.reset(new std::byte[size]);  // Not make_unique: that would zero it.
  }
  std::byte* bytes = memory.get();
  auto window = std::make_unique<Window>(Window{{bytes, size}, bytes, offset, decompressed, 0});
  windows_.emplace(bytes, window.get());
  held_ += size;
  // The window keeps this object alive, so that its memory can come back here.
  auto end = [self = shared_from_this(), memory = std::make_shared<Memory>(std::move(memory)),
              capacity](Window* done) { self->let_go(done, std::move(*memory), capacity); };
  return std::shared_ptr<Window>(window.release(), std::move(end));
}

// Needs no entry among the windows: place_of() takes what it does not find for the mapped file.
std::shared_ptr<Window> RecordingBytes::view_of_file(std::uint64_t offset, std::size_t size) {
  auto bytes = file().subspan(static_cast<std::size_t>(offset), size);
  return std::make_shared<Window>(Window{bytes, nullptr, offset, false, 0});
}

void RecordingBytes::let_go(Window* window, Memory memory, std::size_t capacity) {
  std::lock_guard lock(mutex_);
  windows_.erase(window->bytes.data());
  held_ -= window->bytes.size();
  free_.emplace(capacity, std::move(memory));
  delete window;
}

ByteReader RecordingBytes::reader(std::span<const std::byte> part) const {
  Place place = place_of(part.data());
  return ByteReader(part, place.decompressed ? decompressed_name_ : name_, place.offset);
}

std::string RecordingBytes::place(const std::byte* at) const {
  Place place = place_of(at);
  return fmt::format("offset {}{}", place.offset,
                     place.decompressed ? " of the decompressed data" : "");
}

RecordingBytes::Place RecordingBytes::place_of(const std::byte* at) const {
  std::lock_guard lock(mutex_);
  if (auto after = windows_.upper_bound(at); after != windows_.begin()) {
    const Window& window = *std::prev(after)->second;
    auto inside = static_cast<std::uint64_t>(at - window.bytes.data());
    if (inside <= window.bytes.size()) return {window.offset + inside, window.decompressed};
  }
  return {static_cast<std::uint64_t>(at - file().data()), false};
}

}  // namespace cxprof::perf_data
