#include <spdlog/spdlog.h>

#include <iostream>

#include "runner/command_line/command_line.h"
#include "runner/record/record.h"
#include "runner/verbs/ctest_output.h"
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

bool passed(const ExitStatus& status) {
  return status.kind == ExitKind::exited && status.code == 0;
}

/// Recording was impossible, the program is fine, and that is no reason to fail.
bool is_skipped(const Recording& recording, const RunOptions& options) {
  return recording.failure && passed(recording.exit) && options.skip_unavailable &&
         !options.require_recording;
}

/// Everything after the recording. Gives the number of samples; throws Error when it cannot be
/// done.
std::uint64_t analyze_and_report(const Recording& recording, const RunOptions& options) {
  Profile profile = profile_of(recording, options.analysis);
  ReportOptions report_options = options_for_stdout(options.analysis);
  if (options.ctest) {
    try {
      write_run_reports(profile, options, report_options);
      make_files_to_attach(recording);  // By measurements; without them these still stand.
    } catch (const std::exception& error) {
      spdlog::error("{}", error.what());
    }
    write_test_report(profile, options.analysis, is_skipped(recording, options));
    return profile.summary.profiled_samples;
  }
  write_report(profile, ReportFormat::terminal, report_options, std::cout);
  std::cout.flush();
  write_run_reports(profile, options, report_options);
  return profile.summary.profiled_samples;
}

constexpr int gate_failed = 1;
constexpr int skipped = 77;  // what CTest's SKIP_RETURN_CODE is set to

}  // namespace

int run(const RunOptions& options) {
  if (options.ctest) {
    if (auto reason = not_in_this_test_run()) {
      write_skipped_test(*reason);
      return skipped;
    }
  }
  RecordRequest request = options.request;
  if (options.ctest) request.quiet_program = true;  // Its output follows the report.
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
    if (options.ctest) write_test_failure(recording, error.what());
  }
  if (options.ctest) write_program_output(recording);
  if (passed(recording.exit)) {
    if (is_skipped(recording, options)) return skipped;
    if (recording.failure && options.require_recording) {
      spdlog::error("a recording is required, but {}; {}", recording.failure->text,
                    recording.failure->advice);
      return gate_failed;
    }
    if (samples == 0 && options.require_samples) return gate_failed;
  }
  end_like(recording.exit);
}

}  // namespace cxprof
