#include <spdlog/spdlog.h>

#include <iostream>

#include "runner/record/session.h"
#include "runner/support/error.h"
#include "runner/verbs/ctest_output.h"
#include "runner/verbs/inputs.h"
#include "runner/verbs/report_files.h"
#include "runner/verbs/verbs.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;

// The reports that every session holds, as every run directory does.
void write_session_reports(const Profile& profile, const MergeOptions& options) {
  const fs::path& session = profile.detail.recording.run_directory;
  ReportOptions report_options;
  report_options.top = options.analysis.top;
  write_report_file(profile, ReportFormat::json, report_options, session / "profile.json");
  write_report_file(profile, ReportFormat::terminal, report_options, session / "report.txt");
}

int finish(const Profile& profile, const MergeOptions& options) {
  write_report_to(profile, options.format, options.analysis, false, options.output);
  if (!profile.detail.recording.run_directory.empty()) write_session_reports(profile, options);
  return 0;
}

constexpr int skipped = 77;  // what CTest's SKIP_RETURN_CODE is set to

std::string why_empty(const Profile& profile) {
  return profile.findings.empty() ? "no run has samples" : profile.findings.front().text;
}

// After the last test of a CTest. Where there is nothing to merge, or that is impossible, this test
// is skipped: the others have passed or failed by then.
int merge_as_test(const fs::path& session, const MergeOptions& options) {
  try {
    Profile profile = profile_from(find_input(session), options.analysis, false);
    profile.detail.recording.name = "session";  // the attached files' names begin with it
    write_session_reports(profile, options);
    if (profile.summary.profiled_samples > 0) {
      make_files_to_attach(profile.detail.recording);
      write_test_report(profile, options.analysis, false);
      return 0;
    }
    write_report_to(profile, ReportFormat::terminal, options.analysis, false, {});
    write_skipped_test(why_empty(profile));
  } catch (const Error& error) {
    write_skipped_test(error.what());
  }
  return skipped;
}

int merge_own_session(const MergeOptions& options) {
  SessionOwner owner = parent_process();
  auto session = find_session(options.output_root, owner);
  bool empty = !session || runs_of_session(*session).empty();
  if (options.ctest) {
    // The session stays open: CTest may run tests even after the fixture that merges (those of a
    // name that occurs twice).
    if (!empty) return merge_as_test(*session, options);
    write_skipped_test("no profile was taken in this session");
    return skipped;
  }
  // Whatever becomes of this one, the next run opens another.
  close_session(options.output_root, owner);
  if (!empty) return finish(profile_from(find_input(*session), options.analysis, false), options);
  std::cout << "No profile was taken in this session.\n" << std::flush;
  return 0;
}

}  // namespace

int merge_profiles(const MergeOptions& options) {
  if (options.own_session) return merge_own_session(options);
  if (options.inputs.size() == 1) {
    // A session is given by its folder, or by the one of all sessions, whose newest it is then.
    Input input = find_input(options.inputs.front());
    if (input.kind == Input::Kind::session) {
      return finish(profile_from(input, options.analysis, false), options);
    }
  }
  return finish(merged_from(options.inputs, options.analysis, false), options);
}

}  // namespace cxprof
