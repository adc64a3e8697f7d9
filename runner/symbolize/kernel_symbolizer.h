#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "runner/profile/symbolized_profile.h"
#include "runner/symbolize/kernel_symbol_cache.h"
#include "runner/symbolize/kernel_symbols.h"

namespace cxprof {

/// Names of kernel functions, for the kernel that was recorded only. They are read when the first
/// kernel address occurs: from the cache, else from /proc/kallsyms. What the cache does not keep
/// (BPF programs, trampolines) is read from there when an address is in none of what it does. May
/// be used by several threads at once.
class KernelSymbolizer {
 public:
  KernelSymbolizer(const std::vector<Module>& modules, const Recording& recording)
      : modules_(modules), recording_(recording) {}

  /// The function at an address, or nullptr. Stays valid as long as this object.
  const KernelSymbols::Symbol* find(std::uint64_t address);

  /// Completes the facts of a kernel module; after the last find().
  void report(ModuleFacts& facts) const;

 private:
  void read();

  const std::vector<Module>& modules_;
  const Recording& recording_;
  std::mutex mutex_;
  std::optional<KernelSymbols> symbols_;   ///< Absent: not read yet.
  std::optional<KernelSymbols> fleeting_;  ///< With what comes and goes. Absent: not needed so far.
  bool may_lack_fleeting_ = false;
  std::unordered_map<std::uint64_t, KernelSymbols::Symbol> found_;  ///< By start.
  std::string missing_reason_;
};

}  // namespace cxprof
