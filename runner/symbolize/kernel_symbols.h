#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runner/profile/module.h"
#include "runner/profile/recording.h"

namespace cxprof {

/// A function of the kernel; also as it stands in the cache (see kernel_symbol_cache.h).
struct KernelSymbolEntry {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  std::uint32_t name_offset = 0;  ///< In the names.
  std::uint32_t name_size = 0;    ///< In bytes; no NUL follows.
};

/// Functions of the kernel by address, and where they are kept.
struct KernelSymbolData {
  std::span<const KernelSymbolEntry> entries;  ///< Sorted by start.
  std::string_view names;
  std::uint64_t image_start = 0;  ///< The kernel without its modules, first to last symbol. 0: no
  std::uint64_t image_end = 0;    ///< symbols.
  std::shared_ptr<const void> storage;  ///< Keeps both alive.
};

/// The running kernel's functions, from /proc/kallsyms or from what the cache kept of it. Symbols
/// there have no sizes: each reaches to the next one of the same module. Of several at one address
/// the last is taken, as perf does (its others end up without length, see symbols__fixup_end and
/// choose_best_symbol in tools/perf/util/symbol.c).
class KernelSymbols {
 public:
  explicit KernelSymbols(KernelSymbolData data) : data_(std::move(data)) {}

  struct Symbol {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::string_view name;
  };

  /// The function that holds `address`. Absent: none does.
  [[nodiscard]] std::optional<Symbol> find(std::uint64_t address) const;

  [[nodiscard]] bool empty() const { return data_.entries.empty(); }
  [[nodiscard]] const KernelSymbolData& data() const { return data_; }

 private:
  KernelSymbolData data_;
};

/// Why /proc/kallsyms of the running kernel does not describe the recorded one, as a clause; empty
/// where it does: the kernel module's build id is the running kernel's or, where none was recorded,
/// the release is the same; and the machine was not restarted since (each start puts the kernel at
/// another address).
std::string kernel_mismatch_reason(const std::vector<Module>& modules, const Recording& recording);

}  // namespace cxprof
