#include "runner/report/rows.h"

#include "runner/support/text.h"

namespace cxprof {

double percent_of_profiled(std::uint64_t samples, const Summary& summary) {
  if (summary.profiled_samples == 0) return 0;
  return 100.0 * static_cast<double>(samples) / static_cast<double>(summary.profiled_samples);
}

std::string object_suffix(const std::string& symbol, const std::string& module,
                          const Target& target) {
  if (module.empty() || module == target.executable || symbol.starts_with('[')) return "";
  if (module.starts_with('[')) return " " + printable(module);
  return " [" + printable(module.substr(module.rfind('/') + 1)) + "]";
}

}  // namespace cxprof
