#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "runner/profile/profile.h"

// The parts of the JSON report; templates/profile.schema.json says what stands in them.
namespace cxprof::json {

using Json = nlohmann::ordered_json;

/// Absent values are null, never empty texts.
Json text_or_null(const std::string& text);
Json path_or_null(const std::filesystem::path& path);

/// JSON has no infinities: what a damaged recording may add up to is null then.
Json number_or_null(double value);
Json number_or_null(const std::optional<double>& value);

/// Adds what every entry of a ranking has: samples, time_ms, percent_of_profiled_samples.
void add_numbers(Json& entry, std::uint64_t samples, double time_ms, const Summary& summary);

/// "producer": what recorded, and how.
Json producer(const Profile& profile);

/// "target": the program that was profiled.
Json target(const Profile& profile);

/// "exit": how the program ended, and whose status the runner handed on.
Json exit_status(const ExitStatus& exit);

/// "host"
Json host(const Host& host);

/// "run": how the run went, and where.
Json run(const Recording& recording);

/// "artifacts": the files that the run left.
Json artifacts(const Recording& recording);

/// "budgets" and "tracked": what the user asked to be watched.
Json budgets(const Profile& profile);
Json tracked(const Profile& profile);

/// "rankings", with shares of `summary`'s samples.
Json rankings(const Rankings& rankings, const Summary& summary);

/// The same as text, as rankings().dump(2) would write it one level deep. They are most of a large
/// report, and this is several times as fast.
std::string rankings_text(const Rankings& rankings, const Summary& summary);

/// How all JSON reports are written: two blanks a level, damaged UTF-8 replaced.
std::string text_of(const Json& value);

/// "summary" of so many runs.
Json summary(const Summary& summary, std::size_t executables);

/// "observations"
Json observations(const std::vector<Observation>& observations, const Summary& summary);

/// "data_quality", with the findings that are no notes.
Json data_quality(const DataQuality& quality, const Findings& findings);

/// "findings"
Json findings(const Findings& findings);

/// "executables": the runs of a merged profile, each on its own.
Json executables(const std::vector<ExecutableProfile>& executables);

/// "analysis_notes": how the figures are to be read.
Json analysis_notes();

}  // namespace cxprof::json
