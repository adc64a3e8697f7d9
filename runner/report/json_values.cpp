#include <cmath>

#include "runner/report/json_parts.h"
#include "runner/report/rows.h"

namespace cxprof::json {

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json path_or_null(const std::filesystem::path& path) { return text_or_null(path.string()); }

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json number_or_null(const std::optional<double>& value) {
  return value ? number_or_null(*value) : Json();
}

std::string text_of(const Json& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace);
}

void add_numbers(Json& entry, std::uint64_t samples, double time_ms, const Summary& summary) {
  entry["samples"] = samples;
  entry["time_ms"] = number_or_null(time_ms);
  entry["percent_of_profiled_samples"] = percent_of_profiled(samples, summary);
}

}  // namespace cxprof::json
