#include "runner/record/perf_recorder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <set>

#include "runner/record/perf_command.h"
#include "runner/record/perf_data_check.h"
#include "runner/record/perf_failure.h"

namespace cxprof {
namespace {

PerfFailure describe_failure(const RecordRequest& request, const Capabilities& capabilities,
                             const ProgramRun& run) {
  PerfFailure failure;
  failure.perf = capabilities.perf.string();
  failure.event = request.event;
  failure.output = run.wrapper_output;
  failure.end = run.wrapper_end;
  failure.hung = run.wrapper_hung;
  failure.as_root = geteuid() == 0;
  failure.paranoid = capabilities.perf_event_paranoid;
  return failure;
}

void remove_unreadable(const std::filesystem::path& perf_data) {
  std::error_code ignored;
  std::filesystem::remove(perf_data, ignored);
}

// The program ran; is what perf left behind of use?
void judge_recording(RecorderResult& result, const std::filesystem::path& perf_data,
                     const PerfFailure& facts) {
  const ProgramRun& run = result.run;
  if (std::string damage = perf_data_damage(perf_data); !damage.empty()) {
    Finding cause = classify_perf_failure(facts);
    bool named = cause.code != "perf-failed" && !run.wrapper_end.succeeded();
    result.failure = Finding{
        Severity::error, named ? cause.code : "data-lost",
        named ? cause.text
              : fmt::format("the recording is lost: perf {} and {}",
                            run.wrapper_stopped ? "did not end and was stopped" : "ended early",
                            damage),
        named ? cause.advice
              : "Run it again; runner.log in the run directory has perf's own words"};
    if (cause.code == "disk-full") remove_unreadable(perf_data);  // the rest of the run needs room
    return;
  }
  result.perf_data = perf_data;
  if (run.wrapper_stopped) {
    result.findings.push_back({Severity::warning, "perf-stopped",
                               "perf did not end after the program and was stopped; its file is "
                               "readable, but the last samples may be missing",
                               ""});
  } else if (!run.wrapper_end.succeeded()) {
    Finding cause = classify_perf_failure(facts);
    result.findings.push_back(
        {Severity::warning, "perf-ended-early",
         "perf failed while the program ran, so the recording may be incomplete: " + cause.text,
         cause.advice});
  }
}

}  // namespace

std::optional<Finding> PerfRecorder::availability(const Capabilities& capabilities) const {
  return capabilities.perf_failure;
}

RecorderResult PerfRecorder::record(const RecordRequest& request, const Capabilities& capabilities,
                                    const std::filesystem::path& run_directory,
                                    const ProgramRunRequest& program,
                                    const InheritedState& inherited, const RecordLimits& limits) {
  std::filesystem::path perf_data = run_directory / "perf.data";
  ProgramRunRequest wrapped = program;
  // perf's messages in English, to find causes in; no asking a server on the network for symbols.
  wrapped.wrapper_environment_changes = {{"LC_ALL", "C"}, {"DEBUGINFOD_URLS", std::nullopt}};

  std::set<std::string> left_out;
  RecorderResult result;
  for (;;) {
    wrapped.wrapper = perf_command(capabilities.perf, request, perf_data, left_out);
    result.run = run_program(wrapped, inherited, limits);
    if (result.run.launched || result.run.interrupted_by) break;
    std::size_t known = left_out.size();
    left_out.merge(refused_perf_options(result.run.wrapper_output));
    if (left_out.size() == known) break;
  }
  PerfFailure facts = describe_failure(request, capabilities, result.run);
  if (!result.run.launched) {
    result.failure = classify_perf_failure(facts);
    remove_unreadable(perf_data);
  } else if (!result.run.exec_error) {
    judge_recording(result, perf_data, facts);
  }
  if (!left_out.empty() && !result.failure) {
    result.findings.push_back(
        {Severity::note, "perf-options-left-out",
         fmt::format("this perf or kernel does not know {}; it recorded without",
                     fmt::join(left_out, ", ")),
         "A newer perf and kernel record more"});
  }
  return result;
}

}  // namespace cxprof
