#include "runner/symbolize/jit_symbolizer.h"

#include <fmt/format.h>

#include <utility>

namespace cxprof {

const PerfMap::Symbol* JitSymbolizer::find(std::int32_t pid, std::uint64_t address,
                                           std::uint64_t samples) {
  auto [at, inserted] = maps_.try_emplace(pid);
  if (inserted && pid >= 0) {
    std::string text = read_perf_map(fmt::format("/tmp/perf-{}.map", pid));
    if (!text.empty()) at->second = std::make_unique<PerfMap>(std::move(text));
  }
  if (at->second) return at->second->find(address);
  if (samples > 0) without_map_.insert(pid);
  unnamed_samples_ += samples;
  return nullptr;
}

void JitSymbolizer::report(Findings& findings) const {
  if (unnamed_samples_ == 0) return;
  std::string first = fmt::format("/tmp/perf-{}.map", *without_map_.begin());
  findings.push_back(
      {Severity::warning, "jit-map-missing",
       fmt::format("{} samples are in code that was made at run time and have no names: {} {} "
                   "missing or belongs to another user.",
                   unnamed_samples_, first,
                   without_map_.size() > 1
                       ? fmt::format("(and {} more such files)", without_map_.size() - 1)
                       : "is"),
       "Let the just-in-time compiler write a perf map (for example node --perf-basic-prof) and "
       "keep the file until the report is made."});
}

}  // namespace cxprof
