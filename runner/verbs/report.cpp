#include "runner/report/report.h"

#include <spdlog/spdlog.h>

#include <filesystem>

#include "runner/support/error.h"
#include "runner/verbs/inputs.h"
#include "runner/verbs/report_files.h"
#include "runner/verbs/verbs.h"

namespace cxprof {
namespace {

bool needs_samples(ReportFormat format) {
  return format == ReportFormat::perf_script || format == ReportFormat::collapsed ||
         format == ReportFormat::top;
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

// What was asked of a run when it was made, and the runs that were repeated for it, stand in its
// profile.json only.
bool is_more_than_its_recording(const Profile& profile) {
  return !profile.budgets.empty() || !profile.tracked.empty();
}

// Other programs read these; what could not be seen must be said all the same.
bool has_no_place_for_findings(ReportFormat format) {
  return format == ReportFormat::collapsed || format == ReportFormat::top ||
         format == ReportFormat::perf_script;
}

void warn_of(const Findings& findings) {
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::note) continue;
    spdlog::warn("{}{}{}", finding.text, finding.advice.empty() ? "" : " ", finding.advice);
  }
}

Profile profile_of_samples(const Input& input, const ReportCommandOptions& options) {
  if (input.kind == Input::Kind::perf_script_text) {
    return profile_from(input, options.analysis, true);
  }
  // Without a profile.json that would be the analysis below, done twice.
  bool has_profile = input.kind == Input::Kind::run_directory &&
                     std::filesystem::exists(input.path / "profile.json");
  if (has_profile && !needs_samples(options.format) && !other_analysis(options.analysis)) {
    try {
      Profile profile = profile_from(input, options.analysis, false);
      if (is_more_than_its_recording(profile)) return profile;
    } catch (const Error& error) {
      spdlog::debug("{}; analysed again", error.what());
    }
  }
  return analyzed(recording_of(input), options.analysis);
}

}  // namespace

int report(const ReportCommandOptions& options) {
  Input input = find_input(options.input);
  bool samples = input.kind != Input::Kind::profile_json && input.kind != Input::Kind::session;
  if (!samples) check_without_samples(options, input);
  Profile profile = samples
                        ? profile_of_samples(input, options)
                        : profile_from(input, options.analysis, other_analysis(options.analysis));
  write_report_to(profile, options.format, options.analysis, options.offsets, options.output,
                  options.annotate);
  if (has_no_place_for_findings(options.format)) warn_of(profile.findings);
  return 0;
}

}  // namespace cxprof
