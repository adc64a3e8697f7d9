#include "runner/symbolize/kernel_symbols.h"

#include <sys/utsname.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "runner/elf/build_id_note.h"
#include "runner/symbolize/recording_time.h"

namespace cxprof {
namespace {

struct Line {
  std::uint64_t address = 0;
  char type = '\0';
  std::string_view name;
  std::string_view module;  // "[ext4]"; empty: the kernel image
};

std::string_view next_word(std::string_view& text) {
  std::size_t start = text.find_first_not_of(" \t");
  if (start == std::string_view::npos) return {};
  std::size_t end = std::min(text.find_first_of(" \t", start), text.size());
  std::string_view word = text.substr(start, end - start);
  text.remove_prefix(end);
  return word;
}

bool parse_line(std::string_view text, Line& line) {
  std::string_view address = next_word(text);
  std::string_view type = next_word(text);
  line.name = next_word(text);
  line.module = next_word(text);
  auto [end, error] =
      std::from_chars(address.data(), address.data() + address.size(), line.address, 16);
  if (error != std::errc() || end != address.data() + address.size()) return false;
  if (type.size() != 1 || line.name.empty()) return false;
  line.type = type[0];
  return true;
}

bool is_function(char type) { return type == 't' || type == 'T' || type == 'w' || type == 'W'; }

std::vector<Line> parse_lines(std::string_view text) {
  std::vector<Line> lines;
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    Line line;
    // Data symbols stay in as the ends of what stands before them; per-CPU ones have no address.
    if (parse_line(text.substr(0, end), line) && line.address != 0) lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Line& a, const Line& b) { return a.address < b.address; });
  return lines;
}

}  // namespace

KernelSymbols::KernelSymbols(std::string text) : text_(std::move(text)) {
  constexpr std::uint64_t page = 4096;
  std::vector<Line> lines = parse_lines(text_);
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t next = i;
    const Line* best = nullptr;
    for (; next < lines.size() && lines[next].address == lines[i].address; ++next) {
      if (is_function(lines[next].type)) best = &lines[next];
    }
    if (best != nullptr) {
      // The last function of a module must not reach into unrelated memory behind it.
      std::uint64_t end = (best->address / page + 1) * page;
      if (next < lines.size() &&
          (lines[next].module == best->module || lines[next].address < end)) {
        end = lines[next].address;
      }
      symbols_.push_back({best->address, end, best->name});
    }
    i = next;
  }
}

const KernelSymbols::Symbol* KernelSymbols::find(std::uint64_t address) const {
  auto after = std::upper_bound(
      symbols_.begin(), symbols_.end(), address,
      [](std::uint64_t value, const Symbol& symbol) { return value < symbol.start; });
  if (after == symbols_.begin()) return nullptr;
  const Symbol& candidate = *std::prev(after);
  return address < candidate.end ? &candidate : nullptr;
}

std::string kernel_mismatch_reason(const std::vector<Module>& modules, const Recording& recording) {
  BuildId recorded;
  for (const Module& module : modules) {
    if (module.kind == ModuleKind::kernel && !module.build_id.empty()) recorded = module.build_id;
  }
  constexpr const char* other = "it was recorded on another kernel";
  if (!recorded.empty()) {
    if (recorded != running_kernel_build_id()) return other;
  } else {
    struct utsname running {};
    if (uname(&running) != 0 || recording.host.kernel != running.release) return other;
  }
  auto recorded_at = recording_time(recording);
  auto booted_at = boot_time();
  if (recorded_at && booted_at && *recorded_at < *booted_at) {
    return "the machine was restarted since the recording";
  }
  return {};
}

}  // namespace cxprof
