#pragma once

#include <iosfwd>

#include "runner/profile/profile.h"
#include "runner/report/report.h"
#include "runner/report/terminal_text.h"

namespace cxprof {

/// The blocks "Budgets:" and "Tracked functions:" of the terminal report; nothing where the user
/// asked for neither.
void write_terminal_gates(const Profile& profile, const ReportOptions& options, const Style& style,
                          std::ostream& out);

}  // namespace cxprof
