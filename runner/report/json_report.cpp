#include <algorithm>
#include <map>
#include <ostream>
#include <string>

#include "runner/report/json_parts.h"
#include "runner/report/reporters.h"

namespace cxprof {
namespace json {
namespace {

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

}  // namespace

Json summary(const Summary& summary, std::size_t executables) {
  return {{"executables", executables},
          {"observed_samples", summary.observed_samples},
          {"non_running_samples", summary.non_running_samples},
          {"running_samples", summary.running_samples},
          {"profiled_samples", summary.profiled_samples},
          {"missing_stack_samples", summary.missing_stack_samples},
          {"sample_weight_ms", number_or_null(summary.sample_weight_ms)},
          {"profiled_time_ms", number_or_null(summary.profiled_time_ms)}};
}

Json observations(const std::vector<Observation>& observations, const Summary& summary) {
  Json entries = Json::array();
  for (const Observation& observation : observations) {
    Json entry = {{"kind", observation.kind},
                  {"rank", 1},
                  {"symbol", observation.leader.symbol},
                  {"mangled_symbol", text_or_null(observation.leader.mangled_symbol)}};
    add_numbers(entry, observation.leader.samples, observation.leader.time_ms, summary);
    entry["note"] = observation.note;
    entries.push_back(std::move(entry));
  }
  return entries;
}

Json data_quality(const DataQuality& quality, const Findings& findings) {
  Json warnings = Json::array();
  for (const Finding& finding : findings) {
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

namespace {

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

// Everything but the rankings, which stand as null.
Json report(const Profile& profile) {
  return {
      {"schema_version", 1},
      {"report_kind", "cxprof.profile"},
      {"producer", producer(profile)},
      {"target", target(profile)},
      {"run", run(profile.detail.recording)},
      {"artifacts", artifacts(profile.detail.recording)},
      {"program_line", program_line(profile)},
      {"summary", summary(profile.summary, std::max<std::size_t>(profile.executables.size(), 1))},
      {"findings", findings(profile.findings)},
      {"budgets", budgets(profile)},
      {"tracked", tracked(profile)},
      {"rankings", Json()},
      {"observations", observations(profile.observations, profile.summary)},
      {"data_quality", data_quality(profile.data_quality, profile.findings)},
      {"modules", modules(profile)},
      {"executables", executables(profile.executables)},
      {"analysis_notes", analysis_notes()}};
}

}  // namespace
}  // namespace json

void write_json_report(const Profile& profile, std::ostream& out) {
  const json::Json report = json::report(profile);
  std::string text = "{";
  for (const auto& [key, value] : report.items()) {
    text += text.size() == 1 ? "\n  \"" : ",\n  \"";
    text += key + "\": ";
    if (key == "rankings") {
      text += json::rankings_text(profile.rankings, profile.summary);
      continue;
    }
    for (char c : json::text_of(value)) {
      text += c;
      if (c == '\n') text += "  ";  // one level deeper; strings hold no line breaks
    }
  }
  out << text << "\n}\n";
}

}  // namespace cxprof
