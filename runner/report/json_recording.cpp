// Everything that the recording says of itself.
#include <system_error>

#include "runner/report/json_parts.h"
#include "runner/report/rows.h"

namespace cxprof::json {
namespace {

const char* name_of(ExitKind kind) {
  switch (kind) {
    case ExitKind::unknown:
      return "unknown";
    case ExitKind::exited:
      return "exited";
    case ExitKind::signalled:
      return "signalled";
    case ExitKind::timed_out:
      return "timed_out";
    case ExitKind::not_started:
      return "not_started";
  }
  return "unknown";
}

// Whose status the runner hands on.
const char* whose(const ExitStatus& exit) {
  switch (exit.kind) {
    case ExitKind::exited:
    case ExitKind::signalled:
      return "program";
    case ExitKind::timed_out:
    case ExitKind::not_started:
      return "cxprof";
    case ExitKind::unknown:
      return "nobody";
  }
  return "nobody";
}

// A file of the run directory that may or may not have been written.
Json existing_or_null(const Recording& recording, const char* file) {
  if (recording.run_directory.empty()) return {};
  std::filesystem::path path = recording.run_directory / file;
  std::error_code error;
  return std::filesystem::exists(path, error) ? Json(path.string()) : Json();
}

}  // namespace

Json producer(const Profile& profile) {
  const Recording& recording = profile.detail.recording;
  return {{"tool", "cxprof"},
          {"version", CXPROF_VERSION},
          {"profiler_backend", text_or_null(recording.recorder)},
          {"profiler_version", text_or_null(recording.recorder_version)},
          {"profiler_command", recording.recorder_command},
          {"event", profile.event.name},
          {"event_requested", text_or_null(recording.event_requested)},
          {"event_counts_time", profile.event.counts_time},
          {"frequency_hz", profile.event.frequency_hz},
          {"period", profile.event.period},
          {"call_graph", text_or_null(recording.call_graph)},
          {"stack_bytes", recording.stack_bytes}};
}

Json target(const Profile& profile) {
  const Recording& recording = profile.detail.recording;
  const auto& arguments = recording.command.arguments;
  Json args = Json::array();
  for (std::size_t i = 1; i < arguments.size(); ++i) args.push_back(arguments[i]);
  return {{"name", text_or_null(recording.name)},
          {"executable", text_or_null(profile.target.executable)},
          {"command", arguments.empty() ? Json() : Json(arguments.front())},
          {"args", args},
          {"working_directory", path_or_null(recording.command.working_directory)},
          {"build_id", text_or_null(profile.target.build_id)},
          {"compiler", text_or_null(profile.target.producer)},
          {"optimization", text_or_null(profile.target.optimization)},
          {"has_symbols", profile.target.has_symbols},
          {"has_line_info", profile.target.has_line_info},
          {"git_revision", text_or_null(recording.git_revision)}};
}

Json exit_status(const ExitStatus& exit) {
  return {
      {"kind", name_of(exit.kind)},
      {"code", exit.kind == ExitKind::exited || exit.kind == ExitKind::not_started ? Json(exit.code)
                                                                                   : Json()},
      {"signal", exit.signal != 0 ? Json(exit.signal) : Json()},
      {"whose", whose(exit)},
      {"description", describe(exit)}};
}

Json host(const Host& host) {
  return {{"name", text_or_null(host.name)},
          {"kernel", text_or_null(host.kernel)},
          {"cpu_model", text_or_null(host.cpu_model)},
          {"machine", text_or_null(host.machine)}};
}

Json run(const Recording& recording) {
  const auto& used = recording.resources;
  return {{"started_at", text_or_null(recording.started_at)},
          {"exit", exit_status(recording.exit)},
          {"wall_seconds", used ? number_or_null(used->wall_seconds) : Json()},
          {"user_cpu_seconds", used ? number_or_null(used->user_cpu_seconds) : Json()},
          {"system_cpu_seconds", used ? number_or_null(used->system_cpu_seconds) : Json()},
          {"host", host(recording.host)}};
}

Json artifacts(const Recording& recording) {
  bool kept = !recording.run_directory.empty();
  return {{"run_directory", path_or_null(recording.run_directory)},
          {"trace", path_or_null(recording.perf_data)},
          {"perf_script", existing_or_null(recording, "perf-script.txt")},
          {"stdout", path_or_null(recording.stdout_file)},
          {"stderr", path_or_null(recording.stderr_file)},
          {"runner_log", existing_or_null(recording, "runner.log")},
          {"json_report", kept ? path_or_null(recording.run_directory / "profile.json") : Json()},
          {"snapshot",
           recording.snapshots.empty() ? Json() : path_or_null(recording.snapshots.front().copy)}};
}

}  // namespace cxprof::json
