#include "runner/report/report.h"

#include <unistd.h>

#include <iostream>
#include <optional>

#include "runner/record/record.h"
#include "runner/support/error.h"
#include "runner/support/fd_stream.h"
#include "runner/verbs/profile_of.h"
#include "runner/verbs/report_files.h"
#include "runner/verbs/verbs.h"

namespace cxprof {
namespace {

/// The folder of a profile's runs stands for the newest of them.
std::filesystem::path newest_run(const std::filesystem::path& directory) {
  std::error_code ignored;
  bool holds_runs = std::filesystem::is_directory(directory / "latest", ignored) &&
                    !std::filesystem::exists(directory / "recording.json", ignored);
  return holds_runs ? directory / "latest" : directory;
}

}  // namespace

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
  Profile profile = profile_of(*std::move(recording), analysis);
  ReportOptions report_options = options_for_stdout(options.analysis);
  report_options.offsets = options.offsets;
  if (options.output.empty()) {
    FdStream tags(STDOUT_FILENO);  // CTest's tags are not to be interrupted.
    std::ostream& out = options.format == ReportFormat::ctest ? tags : std::cout;
    write_report(profile, options.format, report_options, out);
    out.flush();
    if (!out) fail("cannot write the report to stdout: is the disk full?");
  } else {
    report_options.width = 0;
    report_options.color = false;
    write_report_file(profile, options.format, report_options, options.output);
  }
  return 0;
}

}  // namespace cxprof
