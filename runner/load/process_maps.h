#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "runner/profile/address_space.h"

namespace cxprof::perf_data {

/// The mappings of all processes as they change over time. Snapshots are taken when a sample needs
/// one: processes that share mappings (a fork without exec) share the snapshot, and a process whose
/// mappings did not change keeps it.
class ProcessMaps {
 public:
  void map(std::int32_t pid, const Mapping& mapping);
  /// Kernel mappings belong to every process.
  void map_kernel(const Mapping& mapping);
  [[nodiscard]] bool has_kernel() const { return !kernel_.mappings.empty(); }

  /// The process started another program: nothing of the old one is mapped any more.
  void clear(std::int32_t pid);
  /// `child` is a copy of `parent`. Nothing happens when nothing is known of the parent.
  void fork(std::int32_t parent, std::int32_t child);

  /// The mappings of `pid` now.
  AddressSpaceId snapshot(std::int32_t pid);

  /// Lets go of the snapshots that no process has any more: a process that maps a file for each
  /// sample would leave one of all its mappings for each. Who still needs them keeps them.
  void forget_old_snapshots();

  /// All snapshots until now, by id. nullptr: forgotten.
  [[nodiscard]] const std::vector<std::shared_ptr<const AddressSpace>>& snapshots() const {
    return snapshots_;
  }

 private:
  struct State {
    AddressSpace user;
    std::optional<AddressSpaceId> snapshot;  // absent: not taken since the last change
    std::uint64_t kernel_version = 0;        // of the snapshot
  };

  State& changeable(std::int32_t pid);
  AddressSpaceId publish(AddressSpace space);

  AddressSpace kernel_;
  std::uint64_t kernel_version_ = 0;
  std::unordered_map<std::int32_t, std::shared_ptr<State>> states_;
  std::vector<std::shared_ptr<const AddressSpace>> snapshots_;
  std::unordered_multimap<std::size_t, AddressSpaceId> snapshot_of_hash_;
  std::size_t kept_ = 0;            // of snapshots_
  std::size_t next_cleaning_ = 64;  // when so many are kept
};

}  // namespace cxprof::perf_data
