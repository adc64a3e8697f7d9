#include "runner/symbolize/kallsyms.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace cxprof {
namespace {

constexpr std::uint64_t page = 4096;

bool is_function(char type) { return type == 't' || type == 'T' || type == 'w' || type == 'W'; }

bool comes_and_goes(std::string_view module) {
  return module == "[bpf]" || module.starts_with("[__builtin__");
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view next_word(std::string_view& text) {
  std::size_t start = 0;
  while (start < text.size() && is_blank(text[start])) ++start;
  std::size_t end = start;
  while (end < text.size() && !is_blank(text[end])) ++end;
  std::string_view word = text.substr(start, end - start);
  text.remove_prefix(end);
  return word;
}

bool parse_hex(std::string_view digits, std::uint64_t& value) {
  if (digits.empty() || digits.size() > 16) return false;
  value = 0;
  for (char c : digits) {
    unsigned digit = 0;
    if (c >= '0' && c <= '9') {
      digit = static_cast<unsigned>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      digit = static_cast<unsigned>(c - 'a') + 10;
    } else {
      return false;
    }
    value = value << 4 | digit;
  }
  return true;
}

struct Storage {
  std::vector<KernelSymbolEntry> entries;
  std::string names;
};

}  // namespace

void KallsymsParser::feed(std::string_view text) {
  while (!text.empty()) {
    const void* found = std::memchr(text.data(), '\n', text.size());
    if (found == nullptr) {
      rest_ += text;
      return;
    }
    auto length = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    if (rest_.empty()) {
      add_line(text.substr(0, length));
    } else {
      rest_ += text.substr(0, length);
      add_line(rest_);
      rest_.clear();
    }
    text.remove_prefix(length + 1);
  }
}

void KallsymsParser::add_line(std::string_view text) {
  Line line;
  if (!parse_hex(next_word(text), line.address)) return;
  std::string_view type = next_word(text);
  std::string_view name = next_word(text);
  std::string_view module = next_word(text);
  // Data symbols stay in as the ends of what stands before them; per-CPU ones have no address.
  if (line.address == 0 || type.size() != 1 || name.empty()) return;
  if (lasting_only_ && comes_and_goes(module)) return;
  line.module = module_index(module);
  line.is_function = is_function(type[0]);
  if (line.is_function) {
    line.name_offset = static_cast<std::uint32_t>(names_.size());
    line.name_size = static_cast<std::uint32_t>(name.size());
    names_ += name;
  }
  lines_.push_back(line);
}

std::uint32_t KallsymsParser::module_index(std::string_view module) {
  if (module.empty()) return 0;
  // A module's symbols stand together.
  if (module != modules_.back()) modules_.emplace_back(module);
  return static_cast<std::uint32_t>(modules_.size() - 1);
}

std::vector<KernelSymbolEntry> KallsymsParser::functions() const {
  std::vector<KernelSymbolEntry> entries;
  entries.reserve(lines_.size());
  for (std::size_t i = 0; i < lines_.size();) {
    std::size_t next = i;
    const Line* best = nullptr;
    for (; next < lines_.size() && lines_[next].address == lines_[i].address; ++next) {
      if (lines_[next].is_function) best = &lines_[next];
    }
    if (best != nullptr) {
      // The last function of a module must not reach into unrelated memory behind it.
      std::uint64_t end = (best->address / page + 1) * page;
      if (next < lines_.size() &&
          (lines_[next].module == best->module || lines_[next].address < end)) {
        end = lines_[next].address;
      }
      entries.push_back({best->address, end, best->name_offset, best->name_size});
    }
    i = next;
  }
  return entries;
}

KernelSymbolData KallsymsParser::finish() {
  if (!rest_.empty()) add_line(std::exchange(rest_, {}));
  auto earlier = [](const Line& a, const Line& b) { return a.address < b.address; };
  if (!std::ranges::is_sorted(lines_, earlier)) std::ranges::stable_sort(lines_, earlier);
  auto storage = std::make_shared<Storage>();
  storage->entries = functions();
  storage->names = std::move(names_);
  KernelSymbolData data;
  data.entries = storage->entries;
  data.names = storage->names;
  for (const Line& line : lines_) {
    if (line.module != 0) continue;
    if (data.image_start == 0) data.image_start = line.address;
    data.image_end = line.address;
  }
  data.storage = std::move(storage);
  return data;
}

KernelSymbols parse_kallsyms(std::string_view text) {
  KallsymsParser parser(false);
  parser.feed(text);
  return KernelSymbols(parser.finish());
}

KernelSymbols read_kallsyms(bool lasting_only) {
  KallsymsParser parser(lasting_only);
  int fd = ::open("/proc/kallsyms", O_RDONLY | O_CLOEXEC);
  if (fd >= 0) {
    std::array<char, 1U << 16U> buffer;
    for (ssize_t got = 0; (got = ::read(fd, buffer.data(), buffer.size())) > 0;) {
      parser.feed({buffer.data(), static_cast<std::size_t>(got)});
    }
    ::close(fd);
  }
  return KernelSymbols(parser.finish());
}

}  // namespace cxprof
