#include "runner/verbs.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>

#include "runner/analyze/analyze.h"
#include "runner/command_line/command_line.h"
#include "runner/load/load.h"
#include "runner/record/record.h"
#include "runner/report/report.h"
#include "runner/support/error.h"
#include "runner/symbolize/symbolize.h"
#include "runner/unwind/unwind.h"

namespace cxprof {
namespace {

/// From a recording to its profile: load → unwind → symbolize → analyze.
Profile profile_of(Recording recording, const AnalysisOptions& options) {
  // libdw would ask debuginfod servers: no report goes to the network. The program has had its own
  // copy.
  unsetenv("DEBUGINFOD_URLS");
  UnwindOptions unwinding;
  unwinding.search = default_search(recording.run_directory);
  RawProfile raw = load(std::move(recording));
  UnwoundProfile unwound = unwind(std::move(raw), unwinding);
  SymbolizedProfile symbolized = symbolize(std::move(unwound), {options.inlined_frames});
  return analyze(std::move(symbolized), options.analyze);
}

/// A recording that failed has a profile too: one without samples that says why.
Profile profile_without_samples(Recording recording, const AnalysisOptions& options) {
  SymbolizedProfile nothing;
  nothing.recording = std::move(recording);
  nothing.modules.emplace_back();
  nothing.module_facts.emplace_back();
  nothing.source_files.emplace_back();
  return analyze(std::move(nothing), options.analyze);
}

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
  bool recorded = !recording.perf_data.empty();
  Profile profile = recorded ? profile_of(recording, options.analysis)
                             : profile_without_samples(recording, options.analysis);
  ReportOptions report_options = options_for_stdout(options.analysis);
  write_report(profile, ReportFormat::terminal, report_options, std::cout);
  std::cout.flush();
  write_run_reports(profile, options, report_options);
  return profile.summary.profiled_samples;
}

/// The folder of a profile's runs stands for the newest of them.
std::filesystem::path newest_run(const std::filesystem::path& directory) {
  std::error_code ignored;
  bool holds_runs = std::filesystem::is_directory(directory / "latest", ignored) &&
                    !std::filesystem::exists(directory / "recording.json", ignored);
  return holds_runs ? directory / "latest" : directory;
}

/// How a shell calls this runner: by name where PATH leads to it, else by its path.
std::string own_name() {
  std::error_code error;
  std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return "cxprof";
  const char* path = std::getenv("PATH");
  std::istringstream directories(path ? path : "");
  for (std::string directory; std::getline(directories, directory, ':');) {
    std::filesystem::path candidate = std::filesystem::path(directory) / "cxprof";
    if (!std::filesystem::exists(candidate, error)) continue;
    return std::filesystem::equivalent(candidate, self, error) ? "cxprof" : self.string();
  }
  return self.string();
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

int record_only(const RecordOptions& options) {
  Recording recording = record(options.request);
  if (recording.failure) {
    spdlog::error("{}; {}", recording.failure->text, recording.failure->advice);
  } else {
    spdlog::info("recorded; report with: cxprof report {}", recording.run_directory.string());
  }
  end_like(recording.exit);
}

int report(const ReportCommandOptions& options) {
  std::optional<Recording> recording;
  if (options.input.empty())
    fail("cxprof report needs a run directory or a perf.data file, not ''");
  if (std::filesystem::is_directory(options.input)) {
    const std::filesystem::path input = newest_run(options.input);
    recording = read_recording(std::filesystem::canonical(input));
    if (!recording && std::filesystem::exists(input / "perf.data")) {
      recording.emplace().perf_data = input / "perf.data";
    }
    if (!recording) {
      fail("{} is not a run directory: it holds neither recording.json nor perf.data",
           input.string());
    }
  } else {
    recording.emplace().perf_data = options.input;
  }
  AnalysisOptions analysis = options.analysis;
  // Split into user code and runtime as when it was recorded, unless told otherwise.
  if (analysis.analyze.code_roots == CodeRoots{})
    analysis.analyze.code_roots = recording->code_roots;
  Profile profile = recording->perf_data.empty() ? profile_without_samples(*recording, analysis)
                                                 : profile_of(*recording, analysis);
  ReportOptions report_options = options_for_stdout(options.analysis);
  report_options.offsets = options.offsets;
  if (options.output.empty()) {
    write_report(profile, options.format, report_options, std::cout);
    std::cout.flush();
    if (!std::cout) fail("cannot write the report to stdout: is the disk full?");
  } else {
    report_options.width = 0;
    report_options.color = false;
    write_report_file(profile, options.format, report_options, options.output);
  }
  return 0;
}

}  // namespace cxprof
