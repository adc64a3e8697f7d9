#include "runner/merge/profile_json.h"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <limits>
#include <utility>

#include "runner/support/error.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

using Json = JsonField::Json;

constexpr int known_version = 1;

// In the order of their enums.
constexpr std::array severities{"note", "warning", "error"};
constexpr std::array exit_kinds{"unknown", "exited", "signalled", "timed_out", "not_started"};
constexpr std::array module_kinds{"file", "kernel", "kernel_module", "vdso", "anonymous"};

std::optional<double> optional_number_in(const JsonField& field) {
  return field.is_null() ? std::nullopt : std::optional(field.number());
}

void read_producer(const JsonField& producer, Profile& profile) {
  Recording& recording = profile.detail.recording;
  recording.recorder = producer.at("profiler_backend").text_or_empty();
  recording.recorder_version = producer.at("profiler_version").text_or_empty();
  recording.recorder_command = producer.at("profiler_command").texts();
  recording.event_requested = producer.at("event_requested").text_or_empty();
  recording.call_graph = producer.at("call_graph").text_or_empty();
  recording.stack_bytes = producer.at("stack_bytes").count32();
  profile.event.name = producer.at("event").text();
  profile.event.counts_time = producer.at("event_counts_time").flag();
  profile.event.frequency_hz = producer.at("frequency_hz").count();
  profile.event.period = producer.at("period").count();
}

void read_target(const JsonField& target, Profile& profile) {
  Recording& recording = profile.detail.recording;
  recording.name = target.at("name").text_or_empty();
  if (JsonField command = target.at("command"); !command.is_null()) {
    recording.command.arguments = target.at("args").texts();
    recording.command.arguments.insert(recording.command.arguments.begin(), command.text());
  }
  recording.command.working_directory = target.at("working_directory").text_or_empty();
  recording.git_revision = target.at("git_revision").text_or_empty();
  profile.target.executable = target.at("executable").text_or_empty();
  profile.target.build_id = target.at("build_id").text_or_empty();
  profile.target.producer = target.at("compiler").text_or_empty();
  profile.target.optimization = target.at("optimization").text_or_empty();
  profile.target.has_symbols = target.at("has_symbols").flag();
  profile.target.has_line_info = target.at("has_line_info").flag();
}

void read_run(const JsonField& run, Recording& recording) {
  recording.started_at = run.at("started_at").text_or_empty();
  recording.exit = exit_status_in(run.at("exit"));
  if (JsonField wall = run.at("wall_seconds"); !wall.is_null()) {
    recording.resources = ResourceUse{wall.number(), optional_number_in(run.at("user_cpu_seconds")),
                                      optional_number_in(run.at("system_cpu_seconds"))};
  }
  recording.host = host_in(run.at("host"));
}

void read_artifacts(const JsonField& artifacts, Recording& recording) {
  recording.run_directory = artifacts.at("run_directory").text_or_empty();
  recording.perf_data = artifacts.at("trace").text_or_empty();
  recording.stdout_file = artifacts.at("stdout").text_or_empty();
  recording.stderr_file = artifacts.at("stderr").text_or_empty();
  if (JsonField snapshot = artifacts.at("snapshot"); !snapshot.is_null()) {
    recording.snapshots.push_back({{}, snapshot.text(), {}, 0});
  }
}

std::optional<ProgramLine> program_line_in(const JsonField& field) {
  if (field.is_null()) return std::nullopt;
  ProgramLine line;
  line.text = field.at("text").text();
  if (JsonField bytes = field.at("bytes"); !bytes.is_null()) line.bytes = bytes.count();
  line.checksum = field.at("checksum").text_or_empty();
  line.elapsed_us = optional_number_in(field.at("elapsed_us"));
  line.us_per_repetition = optional_number_in(field.at("us_per_repetition"));
  return line;
}

void read_modules(const JsonField& modules, Profile& profile) {
  SymbolizedProfile& detail = profile.detail;
  detail.modules.emplace_back();  // the unknown one, which is not written
  detail.module_facts.emplace_back();
  for (const JsonField& entry : modules.items()) {
    detail.modules.push_back({entry.at("path").text(),
                              word_in<ModuleKind>(entry.at("kind"), module_kinds),
                              entry.at("build_id").text_or_empty()});
    ModuleFacts facts;
    facts.file_found = entry.at("file_found").flag();
    facts.build_id_mismatch = entry.at("build_id_mismatch").flag();
    facts.has_symbols = entry.at("has_symbols").flag();
    facts.has_line_info = entry.at("has_line_info").flag();
    facts.missing_reason = entry.at("missing_reason").text_or_empty();
    facts.producer = entry.at("compiler").text_or_empty();
    detail.module_facts.push_back(std::move(facts));
    if (!profile.target.executable.empty() &&
        detail.modules.back().path == profile.target.executable) {
      profile.target.module = static_cast<ModuleId>(detail.modules.size() - 1);
    }
  }
}

Profile profile_in(const JsonField& root) {
  Profile profile;
  read_producer(root.at("producer"), profile);
  read_target(root.at("target"), profile);
  read_run(root.at("run"), profile.detail.recording);
  read_artifacts(root.at("artifacts"), profile.detail.recording);
  profile.program_line = program_line_in(root.at("program_line"));
  profile.summary = summary_in(root.at("summary"));
  profile.findings = findings_in(root.at("findings"));
  profile.budgets = budgets_in(root.at("budgets"));
  profile.tracked = tracked_in(root.at("tracked"));
  profile.rankings = rankings_in(root.at("rankings"));
  profile.observations = observations_in(root.at("observations"));
  profile.data_quality = data_quality_in(root.at("data_quality"));
  read_modules(root.at("modules"), profile);
  profile.executables = executables_in(root.at("executables"));
  profile.detail.source_files.emplace_back();
  return profile;
}

// Is it ours, and do we know the format?
void check_kind(const Json& json, const std::filesystem::path& file) {
  auto kind = json.is_object() ? json.find("report_kind") : json.end();
  if (!json.is_object() || kind == json.end() || *kind != "cxprof.profile") {
    fail(
        "{} is no profile of cxprof: its field /report_kind is not \"cxprof.profile\"; name a "
        "profile.json or a run directory",
        printable(file.string()));
  }
  std::uint64_t version = JsonField(json, file).at("schema_version").count();
  if (version > known_version) {
    fail(
        "{} was written by a newer cxprof: its field /schema_version is {}, this cxprof reads {}; "
        "read it with the newer one",
        printable(file.string()), version, known_version);
  }
  if (version < known_version) JsonField(json, file).at("schema_version").wrong("too small");
}

}  // namespace

Summary summary_in(const JsonField& field) {
  Summary summary;
  summary.observed_samples = field.at("observed_samples").count();
  summary.non_running_samples = field.at("non_running_samples").count();
  summary.running_samples = field.at("running_samples").count();
  summary.profiled_samples = field.at("profiled_samples").count();
  summary.missing_stack_samples = field.at("missing_stack_samples").count();
  summary.sample_weight_ms = field.at("sample_weight_ms").number_or_infinity();
  summary.profiled_time_ms = field.at("profiled_time_ms").number_or_infinity();
  return summary;
}

DataQuality data_quality_in(const JsonField& field) {
  DataQuality quality;
  quality.unsymbolized_leaves = field.at("unsymbolized_leaves").count();
  quality.unknown_object_leaves = field.at("unknown_object_leaves").count();
  quality.truncated_stacks = field.at("truncated_stacks").count();
  quality.no_unwind_info_stacks = field.at("no_unwind_info_stacks").count();
  quality.unreadable_stacks = field.at("unreadable_stacks").count();
  quality.depth_limited_stacks = field.at("depth_limited_stacks").count();
  quality.without_user_frame = field.at("without_user_frame").count();
  quality.user_frame_unknown = field.at("user_frame_unknown").count();
  quality.kernel_samples = field.at("kernel_samples").count();
  quality.lost_samples = field.at("lost_samples").count();
  quality.throttle_records = field.at("throttle_records").count();
  quality.inclusive_symbols_suppressed_from_ranking =
      field.at("inclusive_symbols_suppressed_from_ranking").texts();
  return quality;
}

Findings findings_in(const JsonField& field) {
  Findings findings;
  for (const JsonField& entry : field.items()) {
    findings.push_back({word_in<Severity>(entry.at("severity"), severities),
                        entry.at("code").text(), entry.at("text").text(),
                        entry.at("advice").text_or_empty()});
  }
  return findings;
}

ExitStatus exit_status_in(const JsonField& field) {
  ExitStatus exit;
  exit.kind = word_in<ExitKind>(field.at("kind"), exit_kinds);
  auto small = [](const JsonField& number) {
    if (number.is_null()) return 0;
    if (number.count() > 255) number.wrong("too large");
    return static_cast<int>(number.count());
  };
  exit.code = small(field.at("code"));
  exit.signal = small(field.at("signal"));
  return exit;
}

Host host_in(const JsonField& field) {
  return {field.at("name").text_or_empty(), field.at("kernel").text_or_empty(),
          field.at("cpu_model").text_or_empty(), field.at("machine").text_or_empty()};
}

Profile read_profile(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) fail("cannot read {}: check that it exists and is readable", printable(file.string()));
  Json json;
  try {
    json = Json::parse(in);
  } catch (const Json::exception& problem) {
    fail("cannot read {}: it is no JSON ({}); it is damaged, make it again from the run directory",
         printable(file.string()), printable(problem.what()));
  }
  check_kind(json, file);
  return profile_in(JsonField(json, file));
}

bool looks_like_json(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return false;
  std::ifstream in(file, std::ios::binary);
  in >> std::ws;
  return in.peek() == '{';
}

}  // namespace cxprof
