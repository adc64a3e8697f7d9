#include <spdlog/spdlog.h>

#include <iostream>

#include "runner/command_line/command_line.h"
#include "runner/record/record.h"
#include "runner/verbs/own_name.h"
#include "runner/verbs/profile_of.h"
#include "runner/verbs/report_files.h"
#include "runner/verbs/verbs.h"

namespace cxprof {
namespace {

/// The reports that every run directory holds.
void write_run_reports(const Profile& profile, const RunOptions& options,
                       ReportOptions report_options) {
  const std::filesystem::path& directory = profile.detail.recording.run_directory;
  report_options.width = 0;
  report_options.color = false;
  if (options.write_perf_script && !profile.detail.recording.perf_data.empty()) {
    write_report_file(profile, ReportFormat::perf_script, report_options,
                      directory / "perf-script.txt");
  }
  // These name the files above, where they exist.
  write_report_file(profile, ReportFormat::json, report_options, directory / "profile.json");
  write_report_file(profile, ReportFormat::terminal, report_options, directory / "report.txt");
}

/// Everything after the recording. Gives the number of samples; throws Error when it cannot be
/// done.
std::uint64_t analyze_and_report(const Recording& recording, const RunOptions& options) {
  Profile profile = profile_of(recording, options.analysis);
  ReportOptions report_options = options_for_stdout(options.analysis);
  write_report(profile, ReportFormat::terminal, report_options, std::cout);
  std::cout.flush();
  write_run_reports(profile, options, report_options);
  return profile.summary.profiled_samples;
}

bool passed(const ExitStatus& status) {
  return status.kind == ExitKind::exited && status.code == 0;
}

constexpr int gate_failed = 1;
constexpr int skipped = 77;  // what CTest's SKIP_RETURN_CODE is set to

}  // namespace

int run(const RunOptions& options) {
  RecordRequest request = options.request;
  request.code_roots = options.analysis.analyze.code_roots;
  std::error_code ignored;
  request.repeat_command =
      repeat_command(options, own_name(), std::filesystem::current_path(ignored));
  Recording recording = record(request);

  // From here on the program's own result stands: what goes wrong with the profile is said, and
  // counts only where the user asked for a profile.
  std::uint64_t samples = 0;
  try {
    samples = analyze_and_report(recording, options);
  } catch (const std::exception& error) {
    spdlog::error("{}", error.what());
  }
  if (passed(recording.exit)) {
    if (recording.failure && options.skip_unavailable) return skipped;
    if (samples == 0 && options.require_samples) return gate_failed;
  }
  end_like(recording.exit);
}

}  // namespace cxprof
