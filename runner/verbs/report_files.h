#pragma once

#include <filesystem>

#include "runner/command_line/options.h"
#include "runner/profile/profile.h"
#include "runner/report/report.h"

namespace cxprof {

/// Options for a report to stdout: as wide as the terminal, coloured unless NO_COLOR is set;
/// unlimited and plain where stdout is none.
ReportOptions options_for_stdout(const AnalysisOptions& analysis);

/// Writes one report into `file`. Throws Error when it cannot be written whole.
void write_report_file(const Profile& profile, ReportFormat format, const ReportOptions& options,
                       const std::filesystem::path& file);

/// Writes one report into `output`, or to stdout where that is empty. Throws Error when it cannot
/// be written whole.
void write_report_to(const Profile& profile, ReportFormat format, const AnalysisOptions& analysis,
                     bool offsets, const std::filesystem::path& output, bool annotate = false);

}  // namespace cxprof
