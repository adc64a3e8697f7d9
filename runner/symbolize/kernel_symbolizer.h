#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runner/profile/symbolized_profile.h"
#include "runner/symbolize/kernel_symbols.h"

namespace cxprof {

/// Names of kernel functions. /proc/kallsyms (some 5 MB that the kernel makes up on each reading)
/// is read when the first kernel address occurs, and only for the kernel that was recorded.
class KernelSymbolizer {
 public:
  KernelSymbolizer(const std::vector<Module>& modules, const Recording& recording)
      : modules_(modules), recording_(recording) {}

  /// The function at an address, or nullptr.
  const KernelSymbols::Symbol* find(std::uint64_t address);

  /// Completes the facts of a kernel module; after the last find().
  void report(ModuleFacts& facts) const;

 private:
  void read();

  const std::vector<Module>& modules_;
  const Recording& recording_;
  std::unique_ptr<KernelSymbols> symbols_;  ///< nullptr: not read yet.
  std::string missing_reason_;
};

}  // namespace cxprof
