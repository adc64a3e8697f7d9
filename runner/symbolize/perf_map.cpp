#include "runner/symbolize/perf_map.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <utility>

namespace cxprof {
namespace {

// Hexadecimal with or without 0x; the text behind it is left.
bool take_number(std::string_view& text, std::uint64_t& number) {
  std::size_t start = text.find_first_not_of(" \t");
  if (start == std::string_view::npos) return false;
  text.remove_prefix(start);
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return !text.empty() && (text[0] == ' ' || text[0] == '\t');
}

}  // namespace

PerfMap::PerfMap(std::string text) : text_(std::move(text)) {
  // Code that is compiled again at the address of older code takes its place.
  std::unordered_map<std::uint64_t, std::pair<std::uint64_t, std::size_t>> newest;  // end, symbol
  for (std::string_view rest = text_; !rest.empty();) {
    std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::uint64_t start = 0;
    std::uint64_t size = 0;
    if (!take_number(line, start) || !take_number(line, size)) continue;
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.empty() || start + size < start) continue;
    newest[start] = {start + size, symbols_.size()};
    symbols_.push_back({start, line});
  }
  for (const auto& [start, entry] : newest) {
    by_address_.add(start, entry.first, static_cast<RangeIndex::Value>(entry.second));
  }
  by_address_.freeze();
}

const PerfMap::Symbol* PerfMap::find(std::uint64_t address) const {
  auto index = by_address_.find(address);
  return index ? &symbols_[*index] : nullptr;
}

std::string read_perf_map(const std::string& path) {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0) return {};
  struct stat status {};
  std::string text;
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
    if (status.st_uid != 0 && status.st_uid != geteuid()) {
      spdlog::warn("{} is not used: it belongs to another user", path);
    } else {
      std::string buffer(1U << 16U, '\0');
      for (ssize_t got = 0; (got = ::read(fd, buffer.data(), buffer.size())) > 0;) {
        text.append(buffer, 0, static_cast<std::size_t>(got));
      }
    }
  }
  ::close(fd);
  return text;
}

}  // namespace cxprof
