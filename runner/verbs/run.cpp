#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "runner/command_line/command_line.h"
#include "runner/compare/gates.h"
#include "runner/record/record.h"
#include "runner/support/error.h"
#include "runner/support/text.h"
#include "runner/verbs/ctest_output.h"
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

constexpr int gate_failed = 1;

bool passed(const ExitStatus& status) {
  return status.kind == ExitKind::exited && status.code == 0;
}

/// Recording was impossible, the program is fine, and that is no reason to fail.
bool is_skipped(const Recording& recording, const RunOptions& options) {
  return recording.failure && passed(recording.exit) && options.skip_unavailable &&
         !options.require_recording;
}

/// As a CTest test: the files first, since the measurements attach them.
void report_test(const Profile& profile, const RunOptions& options) {
  const Recording& recording = profile.detail.recording;
  try {
    write_run_reports(profile, options, options_for_stdout(options.analysis));
    make_files_to_attach(recording);
  } catch (const std::exception& error) {
    spdlog::error("{}", error.what());
  }
  write_test_report(profile, options.analysis, is_skipped(recording, options));
}

/// Everything after the recording. Throws Error when it cannot be done.
void report_run(const Profile& profile, const RunOptions& options) {
  if (options.ctest) return report_test(profile, options);
  ReportOptions report_options = options_for_stdout(options.analysis);
  write_report(profile, ReportFormat::terminal, report_options, std::cout);
  std::cout.flush();
  write_run_reports(profile, options, report_options);
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

RecordRequest request_of(const RunOptions& options) {
  RecordRequest request = options.request;
  if (options.ctest) request.quiet_program = true;  // Its output follows the report.
  request.code_roots = options.analysis.analyze.code_roots;
  std::error_code ignored;
  request.repeat_command =
      repeat_command(options, own_name(), std::filesystem::current_path(ignored));
  return request;
}

/// A test is not to fail because its profile cannot be kept: then it is recorded into a directory
/// of its own, which stays, since CTest attaches files of it.
Recording record_somewhere(RecordRequest& request) {
  try {
    return record(request);
  } catch (const Error& error) {
    std::string directory = std::filesystem::temp_directory_path() / "cxprof-XXXXXX";
    if (mkdtemp(directory.data()) == nullptr) throw;
    spdlog::warn("{}; this profile is kept in {}", error.what(), directory);
    request.output_root = directory;
    request.in_session = false;
    Recording recording = record(request);
    recording.findings.push_back(
        {Severity::warning, "kept-elsewhere",
         fmt::format("The profile is kept in {}: {}.", directory, error.what()),
         "Choose another CXPROF_OUTPUT_DIRECTORY in CMake."});
    return recording;
  }
}

}  // namespace

int run(const RunOptions& options) {
  if (options.ctest) {
    if (auto reason = not_in_this_test_run()) {
      write_skipped_test(*reason);
      return options.skip_status;
    }
  }
  auto begin = std::chrono::steady_clock::now();
  StandardInput input;
  RecordRequest request = request_of(options);
  Recording recording = options.ctest ? record_somewhere(request) : record(request);
  ExitStatus exit = recording.exit;

  // From here on the program's own result stands: what goes wrong with the profile is said, and
  // counts only where the user asked for a profile.
  std::uint64_t samples = 0;
  bool gates_failed = options.strict && !options.gates.empty();  // until they are decided
  try {
    Profile profile = profile_of(recording, options.analysis);
    evaluate_with_repetitions(profile, options, request, input,
                              std::chrono::steady_clock::now() - begin);
    exit = profile.detail.recording.exit;
    samples = profile.summary.profiled_samples;
    gates_failed = passed(exit) && gates_fail(profile, options);
    report_run(profile, options);
  } catch (const std::exception& error) {
    spdlog::error("{}", error.what());
    if (options.ctest) write_test_failure(recording, error.what());
  }
  if (options.ctest) write_program_output(recording);
  if (passed(exit)) {
    if (is_skipped(recording, options)) return options.skip_status;
    if (recording.failure && options.require_recording) {
      spdlog::error("a recording is required, but {}; {}", recording.failure->text,
                    recording.failure->advice);
      return gate_failed;
    }
    if (gates_failed || (samples == 0 && options.require_samples)) return gate_failed;
  }
  if (options.ctest && !options.program_skips && exit.kind == ExitKind::exited &&
      exit.code == options.skip_status) {
    spdlog::error(
        "the program's exit status {} is a failure, and given to CTest as {}: {} would "
        "say that the test was skipped",
        exit.code, gate_failed, exit.code);
    return gate_failed;
  }
  end_like(exit);
}

}  // namespace cxprof
