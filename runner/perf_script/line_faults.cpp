#include "runner/perf_script/line_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "runner/support/text.h"

namespace cxprof::perf_script {
namespace {

constexpr std::size_t most_shown = 3;
constexpr std::size_t longest_shown = 60;

// What perf prints on stderr, where people have joined it to the text.
constexpr std::array<std::string_view, 11> own_messages{"Warning:",
                                                        "WARNING:",
                                                        "[ perf record",
                                                        "Failed to open ",
                                                        "Couldn't ",
                                                        "Kernel address maps",
                                                        "Check IO/CPU overload",
                                                        "Processed ",
                                                        "no symbols found",
                                                        "addr2line",
                                                        "cmd__addr2line"};

}  // namespace

void LineFaults::note(std::uint64_t number, std::string_view line) {
  bool own = std::ranges::any_of(own_messages, [&](auto text) { return line.starts_with(text); });
  if (own) return;
  ++count_;
  if (first_.size() == most_shown) return;
  while (line.starts_with(' ') || line.starts_with('\t')) line.remove_prefix(1);
  std::string text = printable(line.substr(0, longest_shown));
  if (line.size() > longest_shown) text += "…";
  first_.push_back({number, std::move(text)});
}

Finding LineFaults::finding(const std::string& file) const {
  std::string lines;
  for (const Fault& fault : first_) {
    lines += fmt::format("{}line {} ({})", lines.empty() ? "" : ", ", fault.line, fault.text);
  }
  if (count_ > first_.size()) lines += fmt::format(" and {} more", count_ - first_.size());
  return {Severity::warning, "malformed-lines",
          fmt::format("{} of {} {} no perf script text and left out: {}.",
                      count_ == 1 ? "1 line" : fmt::format("{} lines", count_), printable(file),
                      count_ == 1 ? "is" : "are", lines),
          "Write the text again with perf script, without joining its messages (2>&1) to it."};
}

}  // namespace cxprof::perf_script
