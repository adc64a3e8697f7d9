#include "runner/perf_script/load_perf_script.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>

#include "runner/perf_script/text_findings.h"
#include "runner/perf_script/text_reader.h"
#include "runner/support/error.h"
#include "runner/support/mapped_file.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

using perf_script::longest_line;
using perf_script::TextReader;

constexpr std::array<std::string_view, 3> recording_magics{"PERFILE2", "2ELIFREP", "PERFFILE"};

bool is_recording(std::string_view start) {
  for (std::string_view magic : recording_magics) {
    if (start.starts_with(magic)) return true;
  }
  return false;
}

void read_line(TextReader& reader, std::string_view line) {
  if (line.size() > longest_line) return reader.read_overlong(line.substr(0, 256));
  reader.read(line);
}

void read_text(TextReader& reader, std::string_view text) {
  while (!text.empty()) {
    const void* found = std::memchr(text.data(), '\n', text.size());
    auto size = found == nullptr
                    ? text.size()
                    : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    read_line(reader, text.substr(0, size));
    text.remove_prefix(found == nullptr ? size : size + 1);
  }
}

/// A stream's bytes, cut into lines as they come. Holds one line at most.
class LineCutter {
 public:
  explicit LineCutter(TextReader& reader) : reader_(reader) {}

  void take(std::string_view bytes) {
    while (!bytes.empty()) {
      std::size_t end = bytes.find('\n');
      std::string_view part = bytes.substr(0, end);
      if (line_.size() <= longest_line) line_ += part;  // Else it is over-long already.
      if (end == std::string_view::npos) return;
      read_line(reader_, line_);
      line_.clear();
      bytes.remove_prefix(end + 1);
    }
  }

  void finish() {
    if (!line_.empty()) read_line(reader_, line_);
  }

 private:
  TextReader& reader_;
  std::string line_;
};

// Returns the number of bytes.
std::uint64_t read_stream(TextReader& reader, int fd, const std::string& name) {
  constexpr std::size_t block = 1U << 18U;
  std::string buffer(block, '\0');
  LineCutter lines(reader);
  std::uint64_t bytes = 0;
  while (true) {
    ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot read {}: {}", name, std::strerror(errno));
    if (got == 0) break;
    std::string_view text(buffer.data(), static_cast<std::size_t>(got));
    if (bytes == 0 && is_recording(text)) {
      fail("{} is a perf.data recording, which must be a file: name it instead", name);
    }
    bytes += text.size();
    lines.take(text);
  }
  lines.finish();
  return bytes;
}

std::uint64_t read_named_stream(TextReader& reader, const std::filesystem::path& path,
                                const std::string& name) {
  if (path == "-") return read_stream(reader, STDIN_FILENO, name);
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail("cannot open {}: {}", name, std::strerror(errno));
  try {
    std::uint64_t bytes = read_stream(reader, fd, name);
    ::close(fd);
    return bytes;
  } catch (...) {
    ::close(fd);
    throw;
  }
}

}  // namespace

bool is_text_stream(const std::filesystem::path& path) {
  const std::string& name = path.native();
  if (name == "-") return true;
  if (!name.starts_with("/dev/fd/") && !name.starts_with("/proc/self/fd/") &&
      name != "/dev/stdin") {
    return false;
  }
  struct stat status {};
  return ::stat(name.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

bool looks_like_perf_script(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  std::array<char, 8> start{};
  ssize_t got = ::read(fd, start.data(), start.size());
  ::close(fd);
  if (got < 0) return false;
  return !is_recording({start.data(), static_cast<std::size_t>(got)});
}

SymbolizedProfile load_perf_script(const std::filesystem::path& text, Recording recording) {
  std::string name = text == "-" ? "standard input" : printable(text.string());
  TextReader reader;
  std::uint64_t bytes = 0;
  if (is_text_stream(text)) {
    bytes = read_named_stream(reader, text, name);
  } else {
    auto file = MappedFile::open(text);
    bytes = file->bytes().size();
    read_text(reader, {reinterpret_cast<const char*>(file->bytes().data()), bytes});
  }
  if (reader.is_raw_dump()) {
    fail("{}: this is a raw dump (perf script -D); give the output of perf script without -D",
         name);
  }
  std::uint64_t lines = reader.lines();
  SymbolizedProfile profile = reader.finish(name, std::move(recording));
  bool only_comments = profile.findings.empty();
  if (profile.samples.empty() && bytes > 0 && !only_comments) {
    fail(
        "{} is neither a perf.data recording nor perf script text: there is no sample in its {} "
        "{}; name what perf record or perf script wrote",
        name, lines, lines == 1 ? "line" : "lines");
  }
  if (profile.samples.empty()) profile.findings.push_back(perf_script::no_samples_in(name));
  return profile;
}

}  // namespace cxprof
