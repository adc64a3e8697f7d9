#include "runner/report/report.h"

#include "runner/support/error.h"
#include "runner/verbs/inputs.h"
#include "runner/verbs/report_files.h"
#include "runner/verbs/verbs.h"

namespace cxprof {
namespace {

bool needs_samples(ReportFormat format) {
  return format == ReportFormat::perf_script || format == ReportFormat::top;
}

// Anything but the analysis that every run gets: its profile.json cannot tell.
bool other_analysis(const AnalysisOptions& options) {
  return !options.analyze.event.empty() || !options.inlined_frames ||
         options.analyze.code_roots != CodeRoots{};
}

// A profile.json or a session has finished rankings and no samples.
void check_without_samples(const ReportCommandOptions& options, const Input& input) {
  if (needs_samples(options.format)) {
    fail("{} holds no samples, which this --format lists: name one run directory",
         input.path.string());
  }
  if (input.kind == Input::Kind::profile_json && other_analysis(options.analysis)) {
    fail(
        "{} holds finished rankings: --event, --no-inline and the roots need the recording; name "
        "its run directory",
        input.path.string());
  }
}

}  // namespace

int report(const ReportCommandOptions& options) {
  Input input = find_input(options.input);
  bool samples = input.kind == Input::Kind::run_directory || input.kind == Input::Kind::perf_data;
  if (!samples) check_without_samples(options, input);
  Profile profile = samples
                        ? analyzed(recording_of(input), options.analysis)
                        : profile_from(input, options.analysis, other_analysis(options.analysis));
  write_report_to(profile, options.format, options.analysis, options.offsets, options.output);
  return 0;
}

}  // namespace cxprof
