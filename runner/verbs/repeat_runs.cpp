#include "runner/verbs/repeat_runs.h"

#include <fmt/format.h>
#include <signal.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runner/analyze/findings.h"
#include "runner/compare/gates.h"
#include "runner/merge/add_counts.h"
#include "runner/record/record.h"
#include "runner/support/error.h"
#include "runner/verbs/profile_of.h"

namespace cxprof {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned most_looks = 10;  // What the 99.9 % of compare/wilson.h are chosen for.

bool passed(const ExitStatus& status) {
  return status.kind == ExitKind::exited && status.code == 0;
}

void add(std::optional<double>& sum, const std::optional<double>& value) {
  if (sum && value) *sum += *value;
}

// The report holds them against the samples, so they must be of the same runs.
void add_resources(std::optional<ResourceUse>& sum, const std::optional<ResourceUse>& run) {
  if (!sum || !run) return;
  sum->wall_seconds += run->wall_seconds;
  add(sum->user_cpu_seconds, run->user_cpu_seconds);
  add(sum->system_cpu_seconds, run->system_cpu_seconds);
}

void add_finding(Profile& profile, Finding finding) {
  auto behind =
      std::upper_bound(profile.findings.begin(), profile.findings.end(), finding,
                       [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  profile.findings.insert(behind, std::move(finding));
}

bool is_interruption(const ExitStatus& status) {
  return status.kind == ExitKind::signalled &&
         (status.signal == SIGINT || status.signal == SIGTERM || status.signal == SIGHUP);
}

class Repetitions {
 public:
  Repetitions(Profile& profile, const RunOptions& options, RecordRequest request,
              Clock::duration first_run)
      : profile_(profile),
        options_(options),
        request_(std::move(request)),
        directory_(profile.detail.recording.run_directory),
        end_(Clock::now() + options.repeat_within),
        longest_run_(first_run) {
    request_.quiet_program = true;
  }

  void run(const StandardInput& input) {
    unsigned looks = 1;
    unsigned next_look = 2;
    bool looked = true;  // after the newest run
    while (looks < most_looks && more_samples_needed(profile_)) {
      if (Clock::now() + longest_run_ > end_) break;
      if (!input.rewind()) {
        input_is_gone_ = true;
        break;
      }
      if (!run_again()) break;
      looked = runs_ == next_look;
      if (!looked) continue;
      next_look *= 2;
      ++looks;
      evaluate();
    }
    if (!looked) evaluate();
    explain();
  }

 private:
  void evaluate() { evaluate_gates(profile_, options_.gates, repetitions_); }

  // False: it failed, and counts for nothing. What goes wrong with it is no reason to lose what the
  // other runs found.
  bool run_again() {
    try {
      return run_and_add();
    } catch (const Error& error) {
      problem_ = error.what();
      return false;
    }
  }

  bool run_and_add() {
    Clock::time_point begin = Clock::now();
    request_.repetition_directory = directory_ / fmt::format("repeat-{}", runs_ + 1);
    spdlog::debug("a budget is undecided after {} runs; running the program again", runs_);
    Recording recording = record(request_);
    if (!passed(recording.exit)) {
      failed_ = recording.exit;
      return false;
    }
    if (recording.failure) {
      problem_ = "it could not be recorded: " + recording.failure->text;
      return false;
    }
    AnalysisOptions analysis = options_.analysis;
    analysis.defined_functions = false;  // known from the first run
    std::optional<ResourceUse> resources = recording.resources;
    Profile profile = profile_of(std::move(recording), analysis);
    add_counts(profile_, profile);
    add_resources(profile_.detail.recording.resources, resources);
    profile.rankings = {};
    repetitions_.push_back(std::move(profile));
    ++runs_;
    longest_run_ = std::max(longest_run_, Clock::now() - begin);
    return true;
  }

  void explain() {
    if (runs_ > 1) {
      if (profile_.summary.profiled_samples >= enough_samples) {
        std::erase_if(profile_.findings, [](const Finding& f) { return f.code == "few-samples"; });
      }
      add_finding(profile_,
                  {Severity::note, "repeated-runs",
                   fmt::format("The program ran {} times, because the samples of one run left a "
                               "budget undecided; all counts and times are sums over these runs, "
                               "warnings are of the first.",
                               runs_),
                   "A longer workload or a higher --frequency decides in one run; --repeat-within "
                   "0 never repeats."});
    }
    if (failed_) {
      add_finding(
          profile_,
          {Severity::warning, "repetition-failed",
           fmt::format("The program passed {}, then {}{} when it ran again; that run counts for "
                       "nothing, and the budget stays undecided.",
                       runs_ == 1 ? "once" : fmt::format("{} times", runs_),
                       failed_->kind == ExitKind::exited ? "" : "was ", describe(*failed_)),
           fmt::format("Look at what it printed: {}. A program that cannot run twice: "
                       "--repeat-within 0.",
                       request_.repetition_directory.string())});
      // It was our wish to run it again, so its failure is not the program's result. But whoever
      // interrupts us means all of it.
      if (is_interruption(*failed_)) profile_.detail.recording.exit = *failed_;
    }
    if (!problem_.empty()) {
      add_finding(
          profile_,
          in_sentences({Severity::warning, "repetition-failed",
                        "the program was run again for more samples, but " + problem_, ""}));
    }
    if (input_is_gone_) {
      add_finding(profile_,
                  {Severity::warning, "not-repeatable",
                   "A budget is undecided, and the program was not run again because its standard "
                   "input is a pipe, which can be read once only.",
                   "Give it a file or /dev/null as its standard input."});
    }
  }

  Profile& profile_;
  const RunOptions& options_;
  RecordRequest request_;
  std::filesystem::path directory_;
  Clock::time_point end_;
  Clock::duration longest_run_;
  unsigned runs_ = 1;  ///< That passed and are counted.
  std::vector<Profile> repetitions_;
  std::optional<ExitStatus> failed_;
  std::string problem_;  ///< Of ours, with the last repetition. Empty: none.
  bool input_is_gone_ = false;
};

}  // namespace

void evaluate_with_repetitions(Profile& profile, const RunOptions& options,
                               const RecordRequest& request, const StandardInput& input,
                               Clock::duration first_run) {
  evaluate_gates(profile, options.gates);
  bool may_repeat = options.repeat_within.count() > 0 && passed(profile.detail.recording.exit);
  if (!may_repeat || !more_samples_needed(profile)) return;
  Repetitions(profile, options, request, first_run).run(input);
}

}  // namespace cxprof
