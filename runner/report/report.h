#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "runner/profile/profile.h"

namespace cxprof {

enum class ReportFormat { terminal, json, perf_script, collapsed, top, ctest };

/// Parses a --format value; throws Error naming the formats there are.
ReportFormat report_format(const std::string& name);

struct ReportOptions {
  std::size_t top = 12;   ///< Rows per ranking on the terminal and in `top`.
  std::size_t width = 0;  ///< Columns to fit to. 0: unlimited (not a terminal).
  bool color = false;
  bool offsets = false;     ///< `top`: one row per instruction address.
  bool only_event = false;  ///< `perf_script`: samples of the profile's event only, not of all.
  bool annotate = false;    ///< `collapsed`: kernel, JIT and inlined frames are marked.
};

/// Writes one report. Nothing else in the program writes to the report's stream.
void write_report(const Profile& profile, ReportFormat format, const ReportOptions& options,
                  std::ostream& out);

}  // namespace cxprof
