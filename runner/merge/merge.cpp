#include "runner/merge/merge.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "runner/analyze/observations.h"
#include "runner/merge/executables.h"
#include "runner/merge/merge_findings.h"
#include "runner/merge/ranking_sums.h"

namespace cxprof {
namespace {

using Executables = std::vector<ExecutableProfile>;

// The event of most runs that have samples; of equals the one with most samples, then by name.
Event leading_event(const Executables& executables) {
  std::map<std::string, std::pair<int, std::uint64_t>> votes;
  for (const ExecutableProfile& executable : executables) {
    auto& [runs, samples] = votes[executable.event.name];
    runs += executable.summary.profiled_samples > 0 ? 1 : 0;
    samples += executable.summary.profiled_samples;
  }
  auto most = std::max_element(votes.begin(), votes.end(),
                               [](const auto& a, const auto& b) { return a.second < b.second; });
  Event event;
  if (most == votes.end()) return event;
  event.name = most->first;
  return event;
}

// What all agree on. Nothing: they do not, or there is nobody.
template <typename Items, typename Value>
Value common(const Items& items, const std::function<Value(const typename Items::value_type&)>& of,
             const Value& otherwise) {
  std::optional<Value> agreed;
  for (const auto& item : items) {
    Value value = of(item);
    if (agreed && *agreed != value) return otherwise;
    agreed = std::move(value);
  }
  return agreed.value_or(otherwise);
}

template <typename Value>
Value common_in(const std::vector<Profile>& profiles, Value Recording::*field) {
  return common<std::vector<Profile>, Value>(
      profiles, [field](const Profile& profile) { return profile.detail.recording.*field; },
      Value());
}

// The recording that stands for all: what they have in common.
Recording common_recording(const std::vector<Profile>& profiles) {
  Recording recording;
  recording.recorder = common_in(profiles, &Recording::recorder);
  recording.recorder_version = common_in(profiles, &Recording::recorder_version);
  recording.event_requested = common_in(profiles, &Recording::event_requested);
  recording.call_graph = common_in(profiles, &Recording::call_graph);
  recording.stack_bytes = common_in(profiles, &Recording::stack_bytes);
  recording.git_revision = common_in(profiles, &Recording::git_revision);
  return recording;
}

Host common_host(const Executables& executables) {
  auto field = [&](std::string Host::*part) {
    return common<Executables, std::string>(
        executables, [part](const ExecutableProfile& run) { return run.host.*part; },
        std::string());
  };
  return {field(&Host::name), field(&Host::kernel), field(&Host::cpu_model), field(&Host::machine)};
}

// Modules by path, since rankings know no more of them. Of several builds none is named.
void merge_modules(const std::vector<Profile>& profiles, SymbolizedProfile& detail) {
  std::map<std::string, std::pair<Module, ModuleFacts>> modules;
  for (const Profile& profile : profiles) {
    for (std::size_t id = 1; id < profile.detail.modules.size(); ++id) {
      const Module& module = profile.detail.modules[id];
      const ModuleFacts& facts = profile.detail.module_facts[id];
      auto [at, fresh] = modules.try_emplace(module.path, module, facts);
      if (fresh) continue;
      auto& [known, all] = at->second;
      if (known.build_id != module.build_id) known.build_id.clear();
      known.kind = std::min(known.kind, module.kind);
      all.file_found = all.file_found && facts.file_found;
      all.build_id_mismatch = all.build_id_mismatch || facts.build_id_mismatch;
      all.has_symbols = all.has_symbols && facts.has_symbols;
      all.has_line_info = all.has_line_info && facts.has_line_info;
      all.missing_reason = std::max(all.missing_reason, facts.missing_reason);
      if (all.producer != facts.producer) all.producer.clear();
    }
  }
  detail.modules.emplace_back();
  detail.module_facts.emplace_back();
  detail.source_files.emplace_back();
  for (auto& [path, module] : modules) {
    detail.modules.push_back(std::move(module.first));
    detail.module_facts.push_back(std::move(module.second));
  }
}

// There is no one executable; its facts are those that hold for all.
Target common_target(const Executables& executables, const SymbolizedProfile& detail) {
  Target target;
  std::size_t known = 0;
  target.has_symbols = target.has_line_info = true;
  for (const ExecutableProfile& executable : executables) {
    for (std::size_t id = 1; id < detail.modules.size(); ++id) {
      if (executable.executable.empty() || detail.modules[id].path != executable.executable) {
        continue;
      }
      ++known;
      target.has_symbols = target.has_symbols && detail.module_facts[id].has_symbols;
      target.has_line_info = target.has_line_info && detail.module_facts[id].has_line_info;
    }
  }
  if (known == 0) target.has_symbols = target.has_line_info = false;
  return target;
}

// Unreadable inputs of merged inputs stay named.
void take_over_unread(const std::vector<Profile>& profiles, Findings& unread) {
  for (const Profile& profile : profiles) {
    if (profile.executables.empty()) continue;
    for (const Finding& finding : profile.findings) {
      if (finding.code == unreadable_input) unread.push_back(finding);
    }
  }
  std::sort(unread.begin(), unread.end(),
            [](const Finding& a, const Finding& b) { return a.text < b.text; });
  unread.erase(std::unique(unread.begin(), unread.end()), unread.end());
}

}  // namespace

Profile merge(const std::vector<Profile>& profiles, Findings unread) {
  Profile merged;
  for (const Profile& profile : profiles) {
    Executables runs = executables_of(profile);
    std::move(runs.begin(), runs.end(), std::back_inserter(merged.executables));
  }
  merged.event = leading_event(merged.executables);
  Runs summed;
  for (const ExecutableProfile& executable : merged.executables) {
    if (executable.event.name == merged.event.name) summed.push_back(&executable);
  }
  auto in_all = [&](auto Event::*field) {
    using Value = std::decay_t<decltype(merged.event.*field)>;
    return common<Runs, Value>(
        summed, [field](const ExecutableProfile* run) { return run->event.*field; }, Value());
  };
  merged.event.frequency_hz = in_all(&Event::frequency_hz);
  merged.event.period = in_all(&Event::period);
  merged.event.counts_time = std::any_of(summed.begin(), summed.end(),
                                         [](const auto* run) { return run->event.counts_time; });

  merged.summary = sum_summaries(summed);
  merged.rankings = sum_rankings(summed);
  merged.data_quality = sum_qualities(summed);
  merged.observations = observe(merged.rankings, merged.summary);
  merged.detail.recording = common_recording(profiles);
  merged.detail.recording.host = common_host(merged.executables);
  merge_modules(profiles, merged.detail);
  merged.target = common_target(merged.executables, merged.detail);
  take_over_unread(profiles, unread);
  merged.findings = merge_findings(merged, std::move(unread));
  return merged;
}

}  // namespace cxprof
