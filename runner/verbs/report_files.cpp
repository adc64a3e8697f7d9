#include "runner/verbs/report_files.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iostream>

#include "runner/support/error.h"

namespace cxprof {

ReportOptions options_for_stdout(const AnalysisOptions& analysis) {
  ReportOptions options;
  options.top = analysis.top;
  winsize size{};
  if (isatty(STDOUT_FILENO)) {
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) options.width = size.ws_col;
    const char* no_color = std::getenv("NO_COLOR");
    options.color = no_color == nullptr || *no_color == '\0';
  }
  return options;
}

void write_report_file(const Profile& profile, ReportFormat format, const ReportOptions& options,
                       const std::filesystem::path& file) {
  std::ofstream out(file, std::ios::binary);
  if (!out) fail("cannot write {}: check that its directory exists and is writable", file.string());
  write_report(profile, format, options, out);
  out.close();
  if (!out) fail("cannot write {}: is the disk full?", file.string());
}

void write_report_to(const Profile& profile, ReportFormat format, const AnalysisOptions& analysis,
                     bool offsets, const std::filesystem::path& output, bool annotate) {
  ReportOptions options = options_for_stdout(analysis);
  options.offsets = offsets;
  options.annotate = annotate;
  options.only_event = !analysis.analyze.event.empty();
  if (output.empty()) {
    write_report(profile, format, options, std::cout);
    std::cout.flush();
    if (!std::cout) fail("cannot write the report to stdout: is the disk full?");
    return;
  }
  options.width = 0;
  options.color = false;
  write_report_file(profile, format, options, output);
}

}  // namespace cxprof
