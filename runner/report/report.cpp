#include "runner/report/report.h"

#include <array>

#include "runner/report/ctest_report.h"
#include "runner/report/reporters.h"
#include "runner/support/error.h"

namespace cxprof {

ReportFormat report_format(const std::string& name) {
  struct Name {
    const char* name;
    ReportFormat format;
  };
  constexpr std::array<Name, 6> names{{{"terminal", ReportFormat::terminal},
                                       {"json", ReportFormat::json},
                                       {"perf-script", ReportFormat::perf_script},
                                       {"collapsed", ReportFormat::collapsed},
                                       {"top", ReportFormat::top},
                                       {"ctest", ReportFormat::ctest}}};
  std::string choices;
  for (const Name& known : names) {
    if (name == known.name) return known.format;
    choices += (choices.empty() ? "" : ", ") + std::string(known.name);
  }
  fail("--format {} is not known; choose one of {}", name, choices);
}

void write_report(const Profile& profile, ReportFormat format, const ReportOptions& options,
                  std::ostream& out) {
  switch (format) {
    case ReportFormat::terminal:
      return write_terminal_report(profile, options, out);
    case ReportFormat::json:
      return write_json_report(profile, out);
    case ReportFormat::perf_script:
      return write_perf_script_report(profile, options, out);
    case ReportFormat::collapsed:
      return write_collapsed_report(profile, options, out);
    case ReportFormat::top:
      return write_top_report(profile, options, out);
    case ReportFormat::ctest:
      return write_ctest_measurements(profile, ctest_details_of(profile), out);
  }
}

}  // namespace cxprof
