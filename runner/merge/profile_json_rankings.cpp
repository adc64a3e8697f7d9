#include "runner/merge/profile_json.h"

namespace cxprof {
namespace {

std::vector<FunctionCost> functions_in(const JsonField& field) {
  std::vector<FunctionCost> ranking;
  for (const JsonField& entry : field.items()) {
    FunctionCost cost;
    cost.symbol = entry.at("symbol").text();
    cost.mangled_symbol = entry.at("mangled_symbol").text_or_empty();
    cost.module = entry.at("module").text();
    cost.file = entry.at("file").text_or_empty();
    JsonField line = entry.at("line");
    cost.line = line.is_null() ? 0 : line.count32();
    cost.inlined = entry.at("inlined").flag();
    cost.user_code = entry.at("user_code").flag();
    cost.samples = entry.at("samples").count();
    cost.time_ms = entry.at("time_ms").number_or_infinity();
    ranking.push_back(std::move(cost));
  }
  return ranking;
}

std::vector<AttributedCost> attribution_in(const JsonField& field) {
  std::vector<AttributedCost> ranking;
  for (const JsonField& entry : field.items()) {
    ranking.push_back(
        {entry.at("user_symbol").text(), entry.at("user_mangled_symbol").text_or_empty(),
         entry.at("user_module").text(), entry.at("runtime_symbol").text(),
         entry.at("runtime_mangled_symbol").text_or_empty(), entry.at("runtime_module").text(),
         entry.at("samples").count(), entry.at("time_ms").number_or_infinity()});
  }
  return ranking;
}

std::vector<LineCost> lines_in(const JsonField& field) {
  std::vector<LineCost> ranking;
  for (const JsonField& entry : field.items()) {
    ranking.push_back({entry.at("file").text(), entry.at("line").count32(),
                       entry.at("symbol").text(), entry.at("samples").count(),
                       entry.at("time_ms").number_or_infinity()});
  }
  return ranking;
}

}  // namespace

Rankings rankings_in(const JsonField& field) {
  Rankings rankings;
  rankings.callers_available = field.at("callers_available").flag();
  rankings.self_time = functions_in(field.at("self_time"));
  rankings.user_time = functions_in(field.at("user_time"));
  rankings.inclusive_time = functions_in(field.at("inclusive_time"));
  rankings.runtime_leaf_attributed_to_user =
      attribution_in(field.at("runtime_leaf_attributed_to_user"));
  rankings.hot_lines = lines_in(field.at("hot_lines"));
  return rankings;
}

std::vector<Observation> observations_in(const JsonField& field) {
  std::vector<Observation> observations;
  for (const JsonField& entry : field.items()) {
    Observation observation;
    observation.kind = entry.at("kind").text();
    observation.leader.symbol = entry.at("symbol").text();
    observation.leader.mangled_symbol = entry.at("mangled_symbol").text_or_empty();
    observation.leader.samples = entry.at("samples").count();
    observation.leader.time_ms = entry.at("time_ms").number_or_infinity();
    observation.note = entry.at("note").text();
    observations.push_back(std::move(observation));
  }
  return observations;
}

std::vector<ExecutableProfile> executables_in(const JsonField& field) {
  std::vector<ExecutableProfile> executables;
  for (const JsonField& entry : field.items()) {
    ExecutableProfile executable;
    executable.name = entry.at("name").text_or_empty();
    JsonField target = entry.at("target");
    executable.executable = target.at("executable").text_or_empty();
    executable.build_id = target.at("build_id").text_or_empty();
    if (JsonField command = target.at("command"); !command.is_null()) {
      executable.arguments = target.at("args").texts();
      executable.arguments.insert(executable.arguments.begin(), command.text());
    }
    executable.run_directory = entry.at("artifacts").at("run_directory").text_or_empty();
    executable.exit = exit_status_in(entry.at("exit"));
    executable.event.name = entry.at("event").text();
    executable.event.counts_time = entry.at("event_counts_time").flag();
    executable.event.frequency_hz = entry.at("frequency_hz").count();
    executable.event.period = entry.at("period").count();
    executable.host = host_in(entry.at("host"));
    executable.summary = summary_in(entry.at("summary"));
    executable.findings = findings_in(entry.at("findings"));
    executable.gate_failures = entry.at("gate_failures").texts();
    executable.rankings = rankings_in(entry.at("rankings"));
    executable.observations = observations_in(entry.at("observations"));
    executable.data_quality = data_quality_in(entry.at("data_quality"));
    executables.push_back(std::move(executable));
  }
  return executables;
}

}  // namespace cxprof
