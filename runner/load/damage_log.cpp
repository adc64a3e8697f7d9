#include "runner/load/damage_log.h"

#include <fmt/format.h>

namespace cxprof::perf_data {

void DamageLog::note(std::string what) {
  if (places_++ == 0) first_ = std::move(what);
}

std::string DamageLog::sentence() const {
  if (places_ == 1) return first_;
  return fmt::format("{} ({} more damaged places follow)", first_, places_ - 1);
}

Finding DamageLog::finding() const {
  return Finding{Severity::warning, "damaged-data",
                 sentence() + "; the numbers are those of the samples that could be read",
                 "Record again, and let perf end by itself (do not kill it)."};
}

}  // namespace cxprof::perf_data
