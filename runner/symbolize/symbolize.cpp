#include "runner/symbolize/symbolize.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "runner/support/threads.h"
#include "runner/symbolize/named_part.h"
#include "runner/symbolize/naming_job.h"

namespace cxprof {
namespace {

// Samples whose leaf each address is.
std::vector<std::uint64_t> leaf_samples(const UnwoundProfile& profile) {
  std::vector<std::uint64_t> counts(profile.addresses.size());
  for (const UnwoundSample& sample : profile.samples) {
    if (sample.stack != empty_stack) ++counts.at(profile.stacks.nodes.at(sample.stack).address);
  }
  return counts;
}

void sort_and_unite(std::vector<DefinedFunction>& functions) {
  std::ranges::sort(functions, {}, [](const DefinedFunction& function) {
    return std::tie(function.name, function.raw_name, function.ranked_as);
  });
  functions.erase(std::unique(functions.begin(), functions.end()), functions.end());
}

}  // namespace

SymbolizedProfile symbolize(UnwoundProfile unwound, const SymbolizeOptions& options) {
  SymbolizedProfile result;
  result.findings = std::move(unwound.findings);
  result.module_facts.resize(unwound.modules.size());
  std::vector<std::uint64_t> samples = leaf_samples(unwound);
  std::vector<NamingJob> jobs = naming_jobs(unwound, options);
  std::vector<NamedPart> parts(jobs.size());
  const NamingInput input{unwound, options, samples};
  for_each_in_threads(thread_count(options.threads), jobs.size(), [&](std::size_t i) {
    parts[i] = name_addresses(input, std::move(jobs[i]), result.module_facts);
  });
  join_parts(std::move(parts), unwound.addresses.size(), result);
  sort_and_unite(result.defined_functions);

  result.recording = std::move(unwound.recording);
  result.events = std::move(unwound.events);
  result.modules = std::move(unwound.modules);
  result.thread_names = std::move(unwound.thread_names);
  result.samples = std::move(unwound.samples);
  result.addresses = std::move(unwound.addresses);
  result.stacks = std::move(unwound.stacks);
  result.losses = unwound.losses;
  return result;
}

}  // namespace cxprof
