#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runner/profile/module.h"
#include "runner/profile/recording.h"

namespace cxprof {

/// The running kernel's functions, from the text of /proc/kallsyms. Symbols there have no sizes:
/// each reaches to the next one of the same module. Of several at one address the last is taken, as
/// perf does (its others end up without length, see symbols__fixup_end and choose_best_symbol in
/// tools/perf/util/symbol.c).
class KernelSymbols {
 public:
  /// Reads "address type name [module]" lines; others are passed over. Addresses that are all zero
  /// (what the kernel shows to users without permission) give an empty table.
  explicit KernelSymbols(std::string text);

  struct Symbol {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::string_view name;
  };

  /// The function that holds `address`, or nullptr.
  [[nodiscard]] const Symbol* find(std::uint64_t address) const;

  [[nodiscard]] bool empty() const { return symbols_.empty(); }

 private:
  std::string text_;  ///< The names point into it.
  std::vector<Symbol> symbols_;
};

/// Why /proc/kallsyms of the running kernel does not describe the recorded one, as a clause; empty
/// where it does: the kernel module's build id is the running kernel's or, where none was recorded,
/// the release is the same; and the machine was not restarted since (each start puts the kernel at
/// another address).
std::string kernel_mismatch_reason(const std::vector<Module>& modules, const Recording& recording);

}  // namespace cxprof
