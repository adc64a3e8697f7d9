#pragma once

#include <cstdint>
#include <vector>

#include "runner/profile/module.h"

namespace cxprof {

/// A range of a process's memory that a module was mapped to.
struct Mapping {
  std::uint64_t start = 0;        ///< First address.
  std::uint64_t end = 0;          ///< One past the last address.
  std::uint64_t file_offset = 0;  ///< Offset in the module's file of `start` (perf's pgoff).
  ModuleId module = unknown_module;

  bool operator==(const Mapping&) const = default;
};

/// The executable mappings of a process at one moment: sorted by start, never overlapping.
/// A process has a new one whenever its mappings changed between two samples.
struct AddressSpace {
  std::vector<Mapping> mappings;

  /// The mapping that covers `address`, or nullptr.
  [[nodiscard]] const Mapping* find(std::uint64_t address) const;

  /// Puts `mapping` in, cutting away whatever it overlaps: a later mapping replaces earlier ones.
  void insert(const Mapping& mapping);
};

/// Index into RawProfile::address_spaces.
using AddressSpaceId = std::uint32_t;

}  // namespace cxprof
