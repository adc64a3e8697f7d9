#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cxprof::perf_script {

/// A frame: `address symbol+0xoffset (object)`. The views point into the line.
struct FrameLine {
  std::uint64_t address = 0;
  std::string_view symbol;   ///< As printed, without offset. Empty: none, or "[unknown]".
  std::uint64_t offset = 0;  ///< 0: not printed.
  std::string_view object;   ///< Empty: not printed. "[unknown]" as printed.
  bool inlined = false;      ///< `address symbol (inlined)`: a level within the next frame.
};

/// A frame's fields; absent where `line` is none. Objects may be any path ("/x) (y/prog",
/// "/gone (deleted)") and symbols any C++ name ("std::function<void (int)>::operator()"), with or
/// without offset. A line without an object is a frame only where its address stands as far right
/// as perf prints it. What other fields (brstack, insn) put behind is left out.
std::optional<FrameLine> parse_frame(std::string_view line);

/// The frame in what follows a header of a sample without call graph, behind flags and addresses of
/// data if there are such; absent where it holds none.
std::optional<FrameLine> parse_flat_frame(std::string_view rest);

/// Whether `line` could be a frame: its first word is a hexadecimal number.
bool starts_as_frame(std::string_view line);

}  // namespace cxprof::perf_script
