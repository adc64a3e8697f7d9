#include "runner/load/process_maps.h"

#include <algorithm>

namespace cxprof::perf_data {
namespace {

std::size_t hash_of(const AddressSpace& space) {
  std::uint64_t hash = 0;
  auto mix = [&hash](std::uint64_t value) {  // FNV-1a's step, on words
    hash = (hash ^ value) * 0x100000001b3ULL;
    hash ^= hash >> 29;
  };
  for (const Mapping& mapping : space.mappings) {
    mix(mapping.start);
    mix(mapping.end);
    mix(mapping.file_offset);
    mix(mapping.module);
  }
  return static_cast<std::size_t>(hash);
}

// Kernel addresses lie above all of user space, so this is one append on every 64-bit machine.
// Where they do not (a damaged or odd recording), the process's own mappings are kept whole.
AddressSpace joined(const AddressSpace& user, const AddressSpace& kernel) {
  bool above = user.mappings.empty() || kernel.mappings.empty() ||
               user.mappings.back().end <= kernel.mappings.front().start;
  AddressSpace space;
  space.mappings.reserve(user.mappings.size() + kernel.mappings.size());
  auto& mappings = space.mappings;
  if (above) mappings.insert(mappings.end(), user.mappings.begin(), user.mappings.end());
  mappings.insert(mappings.end(), kernel.mappings.begin(), kernel.mappings.end());
  if (!above) {
    for (const Mapping& mapping : user.mappings) space.insert(mapping);
  }
  return space;
}

}  // namespace

// The state of `pid`, made its own and without a snapshot.
ProcessMaps::State& ProcessMaps::changeable(std::int32_t pid) {
  std::shared_ptr<State>& state = states_[pid];
  if (!state) {
    state = std::make_shared<State>();
  } else if (state.use_count() > 1) {
    state = std::make_shared<State>(*state);
  }
  state->snapshot.reset();
  return *state;
}

void ProcessMaps::map(std::int32_t pid, const Mapping& mapping) {
  if (mapping.start >= mapping.end) return;
  auto known = states_.find(pid);
  if (known != states_.end()) {
    const Mapping* present = known->second->user.find(mapping.start);
    if (present && *present == mapping) return;  // repeated, e.g. by mprotect
  }
  changeable(pid).user.insert(mapping);
}

void ProcessMaps::map_kernel(const Mapping& mapping) {
  kernel_.insert(mapping);
  ++kernel_version_;
}

void ProcessMaps::clear(std::int32_t pid) { states_[pid] = std::make_shared<State>(); }

void ProcessMaps::fork(std::int32_t parent, std::int32_t child) {
  auto from = states_.find(parent);
  if (from == states_.end()) return;
  auto shared = from->second;  // states_[child] may move what `from` points to
  states_[child] = std::move(shared);
}

AddressSpaceId ProcessMaps::snapshot(std::int32_t pid) {
  std::shared_ptr<State>& state = states_[pid];
  if (!state) state = std::make_shared<State>();
  if (!state->snapshot || state->kernel_version != kernel_version_) {
    state->snapshot = publish(joined(state->user, kernel_));
    state->kernel_version = kernel_version_;
  }
  return *state->snapshot;
}

void ProcessMaps::forget_old_snapshots() {
  if (kept_ < next_cleaning_) return;
  std::vector<bool> current(snapshots_.size());
  for (const auto& [pid, state] : states_) {
    if (state && state->snapshot) current[*state->snapshot] = true;
  }
  std::erase_if(snapshot_of_hash_, [&](const auto& entry) { return !current[entry.second]; });
  kept_ = 0;
  for (AddressSpaceId id = 0; id < snapshots_.size(); ++id) {
    if (!current[id]) snapshots_[id].reset();
    if (current[id]) ++kept_;
  }
  next_cleaning_ = std::max<std::size_t>(64, kept_ * 2);
}

AddressSpaceId ProcessMaps::publish(AddressSpace space) {
  std::size_t hash = hash_of(space);
  auto [first, last] = snapshot_of_hash_.equal_range(hash);
  auto same = std::find_if(first, last, [&](const auto& entry) {
    return snapshots_[entry.second]->mappings == space.mappings;
  });
  if (same != last) return same->second;
  auto id = static_cast<AddressSpaceId>(snapshots_.size());
  snapshots_.push_back(std::make_shared<const AddressSpace>(std::move(space)));
  snapshot_of_hash_.emplace(hash, id);
  ++kept_;
  return id;
}

}  // namespace cxprof::perf_data
