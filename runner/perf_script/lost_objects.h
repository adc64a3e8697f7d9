#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "runner/profile/module.h"

namespace cxprof::perf_script {

/// Finds the object of an address that was printed without one. perf leaves it out where debug
/// information calls a function otherwise than the symbol table does (`memcpy+0x8 (inlined)`,
/// and no line of the function around it).
class LostObjects {
 public:
  /// An address of process `pid` (-1: not printed) that was printed with its object. `offset` is
  /// what stands behind its symbol; 0: there is none.
  void see(std::int32_t pid, ModuleId module, std::uint64_t address, std::uint64_t offset);

  /// The only object that `address` can lie in: where a line with an object shows the same function
  /// (by its start), else where the addresses seen of one object reach around it and no other
  /// function is known there. Addresses may count from the start of their object, so that those of
  /// several objects overlap. unknown_module: none, or more than one.
  [[nodiscard]] ModuleId find(std::int32_t pid, std::uint64_t address, std::uint64_t offset) const;

 private:
  struct KnownCode {
    std::map<std::uint64_t, std::uint64_t> functions;  ///< Start and last address that was seen.
    std::uint64_t last = 0;
  };
  std::map<std::int32_t, std::map<ModuleId, KnownCode>> processes_;

  static bool may_hold(const KnownCode& code, std::uint64_t start, std::uint64_t address);
};

}  // namespace cxprof::perf_script
