#pragma once

#include <iosfwd>

#include "runner/report/report.h"

// One function a format, each in the file of its name.
namespace cxprof {

/// What people read: findings first, then the rankings, fitted to the terminal.
void write_terminal_report(const Profile& profile, const ReportOptions& options, std::ostream& out);

/// What programs read: everything, by templates/profile.schema.json.
void write_json_report(const Profile& profile, std::ostream& out);

/// All samples of all events as `perf script --header -F
/// comm,pid,tid,cpu,time,period,event,ip,sym,symoff,dso` prints them, inlined frames included, for
/// tools that read such text (and for runner/perf_script). Fields that were not recorded are left
/// out.
void write_perf_script_report(const Profile& profile, const ReportOptions& options,
                              std::ostream& out);

/// Folded stacks of the profile's event, as FlameGraph's collapser makes them of perf script text:
/// `comm;outermost;…;leaf weight`, sorted. The weight is the sum of the periods; samples without
/// one count 1.
void write_collapsed_report(const Profile& profile, const ReportOptions& options,
                            std::ostream& out);

/// The flat view: self time alone, no call stacks needed.
void write_top_report(const Profile& profile, const ReportOptions& options, std::ostream& out);

}  // namespace cxprof
