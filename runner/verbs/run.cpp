#include <spdlog/spdlog.h>

#include <chrono>
#include <iostream>

#include "runner/command_line/command_line.h"
#include "runner/compare/gates.h"
#include "runner/record/record.h"
#include "runner/support/text.h"
#include "runner/verbs/own_name.h"
#include "runner/verbs/profile_of.h"
#include "runner/verbs/repeat_runs.h"
#include "runner/verbs/report_files.h"
#include "runner/verbs/standard_input.h"
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

/// Everything after the recording. Throws Error when it cannot be done.
void report_run(const Profile& profile, const RunOptions& options) {
  ReportOptions report_options = options_for_stdout(options.analysis);
  write_report(profile, ReportFormat::terminal, report_options, std::cout);
  std::cout.flush();
  write_run_reports(profile, options, report_options);
}

bool passed(const ExitStatus& status) {
  return status.kind == ExitKind::exited && status.code == 0;
}

/// Says what the gates found. Gives whether they turn a program that passed into a failure.
bool gates_fail(const Profile& profile, const RunOptions& options) {
  GateOutcome outcome = gate_outcome(profile);
  for (const std::string& sentence : outcome.failures) spdlog::error("{}", printable(sentence));
  for (const std::string& sentence : outcome.undecided) {
    spdlog::log(options.strict ? spdlog::level::err : spdlog::level::warn, "{}",
                printable(sentence));
  }
  return !outcome.failures.empty() || (options.strict && !outcome.undecided.empty());
}

constexpr int gate_failed = 1;
constexpr int skipped = 77;  // what CTest's SKIP_RETURN_CODE is set to

}  // namespace

int run(const RunOptions& options) {
  auto begin = std::chrono::steady_clock::now();
  StandardInput input;
  RecordRequest request = options.request;
  request.code_roots = options.analysis.analyze.code_roots;
  std::error_code ignored;
  request.repeat_command =
      repeat_command(options, own_name(), std::filesystem::current_path(ignored));
  Recording recording = record(request);
  ExitStatus exit = recording.exit;
  bool unavailable = recording.failure.has_value();

  // From here on the program's own result stands: what goes wrong with the profile is said, and
  // counts only where the user asked for a profile.
  std::uint64_t samples = 0;
  bool gates_failed = options.strict && !options.gates.empty();  // until they are decided
  try {
    Profile profile = profile_of(std::move(recording), options.analysis);
    evaluate_with_repetitions(profile, options, request, input,
                              std::chrono::steady_clock::now() - begin);
    exit = profile.detail.recording.exit;
    samples = profile.summary.profiled_samples;
    gates_failed = passed(exit) && gates_fail(profile, options);
    report_run(profile, options);
  } catch (const std::exception& error) {
    spdlog::error("{}", error.what());
  }
  if (passed(exit)) {
    if (unavailable && options.skip_unavailable) return skipped;
    if (gates_failed || (samples == 0 && options.require_samples)) return gate_failed;
  }
  end_like(exit);
}

}  // namespace cxprof
