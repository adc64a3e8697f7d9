#include <fmt/format.h>

#include "runner/analyze/findings.h"
#include "runner/analyze/option_text.h"

namespace cxprof {
namespace {

void program_failed(const Recording& recording, Findings& findings) {
  const ExitStatus& exit = recording.exit;
  bool failed = exit.kind == ExitKind::signalled || exit.kind == ExitKind::timed_out ||
                exit.kind == ExitKind::not_started ||
                (exit.kind == ExitKind::exited && exit.code != 0);
  if (!failed) return;
  if (exit.kind == ExitKind::not_started) {
    findings.push_back(
        {Severity::error, "program-not-started",
         exit.code == 127 ? "The program was not found." : "The program could not be executed.",
         "Check its path and its permissions."});
    return;
  }
  findings.push_back(
      {Severity::warning, "program-failed",
       fmt::format("The program itself {}{}.",
                   (exit.kind == ExitKind::exited ? "" : "was ") + describe(exit),
                   recording.failure ? "" : "; the profile covers the run up to there"),
       ""});
}

}  // namespace

void add_run_findings(const Evidence& evidence, Findings& findings) {
  const Recording& recording = evidence.symbolized.recording;
  if (recording.failure) {
    findings.push_back(in_sentences(*recording.failure));
    findings.back().severity = Severity::error;
  }
  program_failed(recording, findings);

  const RecordingLosses& losses = evidence.symbolized.losses;
  std::uint64_t recorded = evidence.symbolized.samples.size();
  if (losses.lost_samples > 0) {
    std::uint64_t all = recorded + losses.lost_samples;
    findings.push_back(
        {losses.lost_samples * 100 >= all ? Severity::warning : Severity::note, "lost-samples",
         fmt::format("The kernel lost {} ({} of all).", counted(losses.lost_samples, "sample"),
                     percent_text(losses.lost_samples, all)),
         fmt::format(
             "Record at a lower {} or with a smaller {}, on a machine with a free processor.",
             option_text(recording, "frequency"), option_text(recording, "stack-size"))});
  }
  if (losses.throttle_records > 0) {
    findings.push_back(
        {Severity::note, "throttled",
         fmt::format(
             "The kernel paused the sampling {} because it came too often.",
             losses.throttle_records == 1 ? "once" : counted(losses.throttle_records, "time")),
         fmt::format("Record at a lower {}.", option_text(recording, "frequency"))});
  }
}

}  // namespace cxprof
