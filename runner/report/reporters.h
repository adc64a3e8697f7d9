#pragma once

#include <iosfwd>

#include "runner/report/report.h"

// One function a format, each in the file of its name.
namespace cxprof {

/// What people read: findings first, then the rankings, fitted to the terminal.
void write_terminal_report(const Profile& profile, const ReportOptions& options, std::ostream& out);

/// What programs read: everything, by templates/profile.schema.json.
void write_json_report(const Profile& profile, std::ostream& out);

/// All samples of all events as `perf script -F
/// comm,pid,tid,cpu,time,period,event,ip,sym,symoff,dso
/// --no-inline` prints them, for tools that read such text. Fields that were not recorded are left
/// out.
void write_perf_script_report(const Profile& profile, std::ostream& out);

/// The flat view: self time alone, no call stacks needed.
void write_top_report(const Profile& profile, const ReportOptions& options, std::ostream& out);

}  // namespace cxprof
