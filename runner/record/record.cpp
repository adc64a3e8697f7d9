#include "runner/record/record.h"

#include <fmt/format.h>
#include <signal.h>
#include <spdlog/spdlog.h>

#include <array>
#include <cstring>
#include <memory>

#include "runner/record/host_facts.h"
#include "runner/record/launcher_path.h"
#include "runner/record/perf_recorder.h"
#include "runner/record/record_with.h"
#include "runner/record/retention.h"
#include "runner/record/run_directory.h"
#include "runner/record/session.h"
#include "runner/record/snapshot.h"
#include "runner/record/unblocked_signals.h"
#include "runner/support/error.h"
#include "runner/support/logging.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;

void check(const RecordRequest& request) {
  if (request.command.arguments.empty()) fail("no program was given: cxprof run -- PROGRAM [ARG…]");
  if (request.output_root.empty()) fail("no output directory was given: use --output-dir DIR");
  if (request.frequency_hz == 0) fail("--frequency must be at least 1");
  const fs::path& directory = request.command.working_directory;
  std::error_code error;
  if (!directory.empty() && !fs::is_directory(directory, error)) {
    fail("the working directory {} does not exist", directory.string());
  }
}

const char* name_of(CallGraph call_graph) {
  switch (call_graph) {
    case CallGraph::dwarf:
      return "dwarf";
    case CallGraph::frame_pointer:
      return "fp";
    case CallGraph::none:
      break;
  }
  return "none";
}

RunDirectory make_run_directory(const RecordRequest& request) {
  if (!request.in_session) return RunDirectory::create(request.output_root, request.name);
  fs::path session = open_session(fs::absolute(request.output_root), parent_process());
  return RunDirectory::create_in_session(
      session, fs::path(request.command.arguments.at(0)).filename().string());
}

// After the run: `latest` points to it, and what it made one too many goes.
void keep_order(const RecordRequest& request, const RunDirectory& directory) {
  if (request.in_session) {
    directory.mark_latest_of(fs::absolute(request.output_root) / file_name_from(request.name));
    remove_old_sessions(directory.path().parent_path(), request.keep_runs);
  } else {
    directory.mark_latest();
    remove_old_runs(directory.path(), request.keep_runs);
  }
}

// Everything that is known before the program runs.
Recording begin_recording(const RecordRequest& request, const fs::path& run_directory,
                          const RecordLimits& limits) {
  Recording recording;
  recording.run_directory = run_directory;
  recording.stdout_file = run_directory / "stdout.txt";
  recording.stderr_file = run_directory / "stderr.txt";
  recording.name = request.name;
  recording.command = request.command;
  if (recording.command.working_directory.empty()) {
    std::error_code removed;  // then it stays unknown
    recording.command.working_directory = fs::current_path(removed);
  }
  recording.started_at = local_time();
  recording.event_requested = request.event;
  recording.frequency_hz = request.frequency_hz;
  recording.call_graph = name_of(request.call_graph);
  recording.stack_bytes = request.call_graph == CallGraph::dwarf ? request.stack_bytes : 0;
  recording.code_roots = request.code_roots;
  recording.repeat_command = request.repeat_command;
  recording.host = host_facts();
  recording.git_revision = git_revision(recording.command.working_directory, limits.git);
  recording.snapshots =
      take_snapshots(request, fs::absolute(request.output_root), run_directory, recording.findings);
  return recording;
}

ProgramRunRequest program_of(const RecordRequest& request, const Recording& recording) {
  ProgramRunRequest program;
  program.command = request.command;
  program.stdout_file = recording.stdout_file;
  program.stderr_file = recording.stderr_file;
  program.quiet_program = request.quiet_program;
  program.timeout = request.timeout;
  return program;
}

void take_over(Recording& recording, const ProgramRun& run) {
  recording.exit = run.status;
  recording.resources = run.resources;
  if (run.exec_error) {
    spdlog::error("cannot run {}: {}", printable(recording.command.arguments[0]),
                  std::strerror(run.exec_error));
  }
  if (run.output_incomplete) {
    recording.findings.push_back(
        {Severity::warning, "output-incomplete",
         "what the program printed could not be kept to the end in stdout.txt or stderr.txt",
         "Free some space on the device of the output directory"});
  }
}

// The program has run; a full disk must not change what is said about it.
void keep(Recording& recording) {
  try {
    write_recording(recording);
  } catch (const Error& error) {
    spdlog::warn("{}", error.what());
    recording.findings.push_back({Severity::warning, "recording-not-kept", error.what(), ""});
  }
}

// Records with the first recorder that can; if none can, runs the program without. Once, in all.
void record_or_run(Recording& recording, const RecordRequest& request,
                   const InheritedState& inherited, const RecordLimits& limits) {
  ProgramRunRequest program = program_of(request, recording);
  Capabilities capabilities = probe_capabilities(request, limits);
  std::array<std::unique_ptr<Recorder>, 1> recorders{std::make_unique<PerfRecorder>()};
  ProgramRun run;
  for (auto& recorder : recorders) {
    if (auto reason = recorder->availability(capabilities)) {
      recording.failure = reason;
      continue;
    }
    RecorderResult result = recorder->record(request, capabilities, recording.run_directory,
                                             program, inherited, limits);
    run = std::move(result.run);
    recording.failure = result.failure;
    recording.perf_data = result.perf_data;
    recording.recorder_command = run.command_line;
    if (!recording.perf_data.empty()) {
      recording.recorder = recorder->name();
      recording.recorder_version = recorder->version(capabilities);
    }
    recording.findings.insert(recording.findings.end(), result.findings.begin(),
                              result.findings.end());
    if (run.launched || run.interrupted_by) break;
  }
  if (!run.launched && !run.interrupted_by) {
    spdlog::debug("not recorded ({}); running the program without", recording.failure->text);
    run = run_program(program, inherited, limits);
    if (!run.launched && !run.interrupted_by) {
      fail("the program could not be started: {} did not answer", run.command_line.at(0));
    }
  }
  if (run.interrupted_by) {
    run.status = {ExitKind::signalled, 0, run.interrupted_by};
    recording.failure = Finding{Severity::error, "interrupted",
                                "the run was interrupted before the program started", ""};
  }
  take_over(recording, run);
}

}  // namespace

Recording record_with(const RecordRequest& request, const RecordLimits& limits) {
  bool repetition = !request.repetition_directory.empty();
  // Before anything of ours is open. Repetitions get what the first run got.
  static InheritedState inherited;
  if (!repetition) inherited = inherited_state();
  check(request);
  UnblockedSignals unblocked;
  if (limits.launcher.empty()) (void)launcher_path();  // missing: say so before anything happens
  // Beyond `ulimit -f` a write fails then, and does not end us. Until the process ends: what is
  // made of the recording is written too.
  ::signal(SIGXFSZ, SIG_IGN);
  RunDirectory directory = repetition ? RunDirectory::create_at(request.repetition_directory)
                                      : make_run_directory(request);
  if (!repetition) {
    directory.stay_locked();  // after us it is read, analysed and reported into
    log_to_file(directory.path() / "runner.log");
  }

  Recording recording = begin_recording(request, directory.path(), limits);
  record_or_run(recording, request, inherited, limits);
  keep(recording);
  if (!repetition) keep_order(request, directory);
  return recording;
}

Recording record(const RecordRequest& request) { return record_with(request, {}); }

}  // namespace cxprof
