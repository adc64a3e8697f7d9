// The runs that a merged profile was made of.
#include "runner/report/json_parts.h"

namespace cxprof::json {
namespace {

Json target(const ExecutableProfile& executable) {
  const auto& arguments = executable.arguments;
  Json args = Json::array();
  for (std::size_t i = 1; i < arguments.size(); ++i) args.push_back(arguments[i]);
  return {{"executable", text_or_null(executable.executable)},
          {"command", arguments.empty() ? Json() : Json(arguments.front())},
          {"args", args},
          {"build_id", text_or_null(executable.build_id)}};
}

Json artifacts(const std::filesystem::path& run_directory) {
  return {{"run_directory", path_or_null(run_directory)},
          {"json_report",
           run_directory.empty() ? Json() : path_or_null(run_directory / "profile.json")}};
}

}  // namespace

Json executables(const std::vector<ExecutableProfile>& executables) {
  Json entries = Json::array();
  for (const ExecutableProfile& executable : executables) {
    entries.push_back(
        {{"name", text_or_null(executable.name)},
         {"target", target(executable)},
         {"artifacts", artifacts(executable.run_directory)},
         {"exit", exit_status(executable.exit)},
         {"event", executable.event.name},
         {"event_counts_time", executable.event.counts_time},
         {"frequency_hz", executable.event.frequency_hz},
         {"period", executable.event.period},
         {"host", host(executable.host)},
         {"summary", summary(executable.summary, 1)},
         {"findings", findings(executable.findings)},
         {"gate_failures", executable.gate_failures},
         {"rankings", rankings(executable.rankings, executable.summary)},
         {"observations", observations(executable.observations, executable.summary)},
         {"data_quality", data_quality(executable.data_quality, executable.findings)}});
  }
  return entries;
}

}  // namespace cxprof::json
