#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <system_error>

#include "runner/report/reporters.h"
#include "runner/report/rows.h"

namespace cxprof {
namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json path_or_null(const std::filesystem::path& path) { return text_or_null(path.string()); }

// A file of the run directory that may or may not have been written.
Json existing_or_null(const Recording& recording, const char* file) {
  if (recording.run_directory.empty()) return {};
  std::filesystem::path path = recording.run_directory / file;
  std::error_code error;
  return std::filesystem::exists(path, error) ? Json(path.string()) : Json();
}

// JSON has no infinities: what a damaged recording may add up to is absent then.
Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json number_or_null(const std::optional<double>& value) {
  return value ? number_or_null(*value) : Json();
}

const char* name_of(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return "error";
}

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

const char* name_of(ModuleKind kind) {
  switch (kind) {
    case ModuleKind::file:
      return "file";
    case ModuleKind::kernel:
      return "kernel";
    case ModuleKind::kernel_module:
      return "kernel_module";
    case ModuleKind::vdso:
      return "vdso";
    case ModuleKind::anonymous:
      return "anonymous";
    case ModuleKind::unknown:
      return "unknown";
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

Json run(const Recording& recording) {
  const ExitStatus& exit = recording.exit;
  const auto& used = recording.resources;
  return {{"started_at", text_or_null(recording.started_at)},
          {"exit",
           {{"kind", name_of(exit.kind)},
            {"code", exit.kind == ExitKind::exited || exit.kind == ExitKind::not_started
                         ? Json(exit.code)
                         : Json()},
            {"signal", exit.signal != 0 ? Json(exit.signal) : Json()},
            {"whose", whose(exit)},
            {"description", describe(exit)}}},
          {"wall_seconds", used ? number_or_null(used->wall_seconds) : Json()},
          {"user_cpu_seconds", used ? number_or_null(used->user_cpu_seconds) : Json()},
          {"system_cpu_seconds", used ? number_or_null(used->system_cpu_seconds) : Json()},
          {"host",
           {{"name", text_or_null(recording.host.name)},
            {"kernel", text_or_null(recording.host.kernel)},
            {"cpu_model", text_or_null(recording.host.cpu_model)},
            {"machine", text_or_null(recording.host.machine)}}}};
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

Json summary(const Summary& summary) {
  return {{"executables", 1},
          {"observed_samples", summary.observed_samples},
          {"non_running_samples", summary.non_running_samples},
          {"running_samples", summary.running_samples},
          {"profiled_samples", summary.profiled_samples},
          {"missing_stack_samples", summary.missing_stack_samples},
          {"sample_weight_ms", number_or_null(summary.sample_weight_ms)},
          {"profiled_time_ms", number_or_null(summary.profiled_time_ms)}};
}

void add_numbers(Json& entry, std::uint64_t samples, double time_ms, const Summary& summary) {
  entry["samples"] = samples;
  entry["time_ms"] = number_or_null(time_ms);
  entry["percent_of_profiled_samples"] = percent_of_profiled(samples, summary);
}

Json function_ranking(const std::vector<FunctionCost>& ranking, const Summary& summary) {
  Json entries = Json::array();
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const FunctionCost& cost = ranking[i];
    Json entry = {{"rank", i + 1},
                  {"symbol", cost.symbol},
                  {"mangled_symbol", text_or_null(cost.mangled_symbol)},
                  {"module", cost.module},
                  {"file", text_or_null(cost.file)},
                  {"line", cost.line == 0 ? Json() : Json(cost.line)},
                  {"inlined", cost.inlined},
                  {"user_code", cost.user_code}};
    add_numbers(entry, cost.samples, cost.time_ms, summary);
    entries.push_back(std::move(entry));
  }
  return entries;
}

Json attribution(const Profile& profile) {
  Json entries = Json::array();
  const auto& ranking = profile.rankings.runtime_leaf_attributed_to_user;
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const AttributedCost& cost = ranking[i];
    Json entry = {{"rank", i + 1},
                  {"user_symbol", cost.user_symbol},
                  {"user_mangled_symbol", text_or_null(cost.user_mangled_symbol)},
                  {"user_module", cost.user_module},
                  {"runtime_symbol", cost.runtime_symbol},
                  {"runtime_mangled_symbol", text_or_null(cost.runtime_mangled_symbol)},
                  {"runtime_module", cost.runtime_module}};
    add_numbers(entry, cost.samples, cost.time_ms, profile.summary);
    entries.push_back(std::move(entry));
  }
  return entries;
}

Json hot_lines(const Profile& profile) {
  Json entries = Json::array();
  for (std::size_t i = 0; i < profile.rankings.hot_lines.size(); ++i) {
    const LineCost& cost = profile.rankings.hot_lines[i];
    Json entry = {
        {"rank", i + 1}, {"file", cost.file}, {"line", cost.line}, {"symbol", cost.symbol}};
    add_numbers(entry, cost.samples, cost.time_ms, profile.summary);
    entries.push_back(std::move(entry));
  }
  return entries;
}

Json rankings(const Profile& profile) {
  const Rankings& rankings = profile.rankings;
  return {{"callers_available", rankings.callers_available},
          {"self_time", function_ranking(rankings.self_time, profile.summary)},
          {"user_time", function_ranking(rankings.user_time, profile.summary)},
          {"inclusive_time", function_ranking(rankings.inclusive_time, profile.summary)},
          {"runtime_leaf_attributed_to_user", attribution(profile)},
          {"hot_lines", hot_lines(profile)}};
}

Json observations(const Profile& profile) {
  Json entries = Json::array();
  for (const Observation& observation : profile.observations) {
    Json entry = {{"kind", observation.kind},
                  {"rank", 1},
                  {"symbol", observation.leader.symbol},
                  {"mangled_symbol", text_or_null(observation.leader.mangled_symbol)}};
    add_numbers(entry, observation.leader.samples, observation.leader.time_ms, profile.summary);
    entry["note"] = observation.note;
    entries.push_back(std::move(entry));
  }
  return entries;
}

Json data_quality(const Profile& profile) {
  const DataQuality& quality = profile.data_quality;
  Json warnings = Json::array();
  for (const Finding& finding : profile.findings) {
    if (finding.severity != Severity::note) warnings.push_back(finding.text);
  }
  return {{"unsymbolized_leaves", quality.unsymbolized_leaves},
          {"unknown_object_leaves", quality.unknown_object_leaves},
          {"truncated_stacks", quality.truncated_stacks},
          {"no_unwind_info_stacks", quality.no_unwind_info_stacks},
          {"unreadable_stacks", quality.unreadable_stacks},
          {"depth_limited_stacks", quality.depth_limited_stacks},
          {"without_user_frame", quality.without_user_frame},
          {"user_frame_unknown", quality.user_frame_unknown},
          {"kernel_samples", quality.kernel_samples},
          {"lost_samples", quality.lost_samples},
          {"throttle_records", quality.throttle_records},
          {"inclusive_symbols_suppressed_from_ranking",
           quality.inclusive_symbols_suppressed_from_ranking},
          {"warnings", warnings}};
}

Json findings(const Findings& findings) {
  Json entries = Json::array();
  for (const Finding& finding : findings) {
    entries.push_back({{"severity", name_of(finding.severity)},
                       {"code", finding.code},
                       {"text", finding.text},
                       {"advice", text_or_null(finding.advice)}});
  }
  return entries;
}

Json modules(const Profile& profile) {
  std::map<std::string, std::uint64_t> self_samples;
  for (const FunctionCost& cost : profile.rankings.self_time) {
    self_samples[cost.module] += cost.samples;
  }
  Json entries = Json::array();
  for (std::size_t i = 0; i < profile.detail.modules.size(); ++i) {
    const Module& module = profile.detail.modules[i];
    if (module.kind == ModuleKind::unknown) continue;  // Stands in unknown_object_leaves.
    const ModuleFacts& facts = profile.detail.module_facts[i];
    auto samples = self_samples.find(module.path);
    entries.push_back({{"path", module.path},
                       {"kind", name_of(module.kind)},
                       {"build_id", text_or_null(module.build_id)},
                       {"self_samples", samples == self_samples.end() ? 0 : samples->second},
                       {"file_found", facts.file_found},
                       {"build_id_mismatch", facts.build_id_mismatch},
                       {"has_symbols", facts.has_symbols},
                       {"has_line_info", facts.has_line_info},
                       {"missing_reason", text_or_null(facts.missing_reason)},
                       {"compiler", text_or_null(facts.producer)}});
  }
  return entries;
}

Json program_line(const Profile& profile) {
  if (!profile.program_line) return {};
  const ProgramLine& line = *profile.program_line;
  return {{"text", line.text},
          {"bytes", line.bytes ? Json(*line.bytes) : Json()},
          {"checksum", text_or_null(line.checksum)},
          {"elapsed_us", number_or_null(line.elapsed_us)},
          {"us_per_repetition", number_or_null(line.us_per_repetition)}};
}

Json analysis_notes() {
  return {
      "self_time: each sample belongs to the function that was executing (the true leaf), runtime "
      "and kernel included; inlined functions count for the function they were inlined into.",
      "user_time: each sample belongs to the innermost frame of the user's own code on its stack, "
      "inlined frames included; \"inlined\" says that all its samples were in inlined copies.",
      "inclusive_time: each sample belongs once to every function on its stack, recursion once; "
      "entry points and test runners are left out and listed in data_quality.",
      "runtime_leaf_attributed_to_user: samples whose leaf is runtime code, by the pair of "
      "innermost "
      "user function and that leaf; all of the kernel stands as [kernel].",
      "percent_of_profiled_samples: share of summary.profiled_samples, the base of every "
      "percentage; "
      "samples without a user function are counted in data_quality.",
      "time_ms is CPU time estimated from samples, not wall time; never quote it as the program's "
      "speed: time unprofiled runs for that.",
      "mangled_symbol is the symbol-table name of the clone with most samples; clones (.cold, "
      ".constprop.N, .isra.N, .part.N) are added up."};
}

}  // namespace

void write_json_report(const Profile& profile, std::ostream& out) {
  Json report = {{"schema_version", 1},
                 {"report_kind", "cxprof.profile"},
                 {"producer", producer(profile)},
                 {"target", target(profile)},
                 {"run", run(profile.detail.recording)},
                 {"artifacts", artifacts(profile.detail.recording)},
                 {"program_line", program_line(profile)},
                 {"summary", summary(profile.summary)},
                 {"findings", findings(profile.findings)},
                 {"rankings", rankings(profile)},
                 {"observations", observations(profile)},
                 {"data_quality", data_quality(profile)},
                 {"modules", modules(profile)},
                 {"executables", Json::array()},
                 {"analysis_notes", analysis_notes()}};
  out << report.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace cxprof
