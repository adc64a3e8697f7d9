#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cxprof::perf_script {

/// The first line of a sample: `comm pid/tid [cpu] flags time: period event: …`, each field but one
/// of them optional (`perf script -F`). The views point into the line.
struct HeaderLine {
  std::string_view comm;      ///< Blanks around it are kept in front only (they may be its own).
  std::int32_t pid = -1;      ///< -1: not printed.
  std::int32_t tid = -1;      ///< -1: not printed. A single number is taken for the thread's.
  std::int32_t cpu = -1;      ///< -1: not printed.
  std::uint64_t time_ns = 0;  ///< 0: not printed.
  std::uint64_t period = 0;   ///< 0: not printed.
  std::string_view event;     ///< Empty: not printed.
  std::string_view rest;      ///< What follows: a frame (without call graph), a tracepoint's text.
  bool certain = false;       ///< It has a time. Else it is a header only where frames follow.

  /// Not a sample: "PERF_RECORD_MMAP2" of --show-mmap-events and the like. `event` is its type.
  bool is_record = false;
};

/// A header's fields; absent where `line` is none. A thread may have any name ("12 34",
/// "x 1/2 [000]", "7 cycles:"): the kernel keeps 15 bytes of it, so among the numbers that could be
/// the thread's id the last one within reach counts, and one that a time follows before others.
std::optional<HeaderLine> parse_header(std::string_view line);

/// A line that stands before frames and is no header by the rules above: `comm` or `comm event:`.
HeaderLine loose_header(std::string_view line);

}  // namespace cxprof::perf_script
