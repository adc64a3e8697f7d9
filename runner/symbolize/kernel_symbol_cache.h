#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "runner/symbolize/kernel_symbols.h"

namespace cxprof {

/// Keeps the running kernel's symbols in a file from one report to the next, because the kernel
/// takes some 50 ms to list them. A file belongs to one start of the machine, one user and one set
/// of loaded modules; it is only ever used whole and unchanged (checksum), from a directory that
/// nobody else can write to, and is put there by a rename, so that any number of reports may run at
/// once. Nothing that fails here is told to the user: the symbols are then read from the kernel.
class KernelSymbolCache {
 public:
  /// The cache in `directory`, which is made at the first store(). `key`: names the file.
  KernelSymbolCache(std::filesystem::path directory, std::string key);

  /// The user's: $XDG_CACHE_HOME/cxprof or ~/.cache/cxprof. Absent: turned off by CXPROF_CACHE=0,
  /// or neither directory nor machine is known.
  static std::optional<KernelSymbolCache> of_user();

  /// Absent: not kept, or not to be trusted.
  [[nodiscard]] std::optional<KernelSymbols> load() const;

  /// Keeps `symbols`, and removes what was kept for other sets of modules, or for earlier starts of
  /// this machine (other machines may share the directory: theirs are left for a day).
  void store(const KernelSymbols& symbols) const;

  [[nodiscard]] std::filesystem::path file() const { return directory_ / name_; }

 private:
  void remove_others(int directory) const;

  std::filesystem::path directory_;
  std::string name_;
};

/// The set of loaded modules as a number, from the text of /proc/modules. Use counts, which change
/// all the time, do not count.
std::uint64_t module_set(std::string_view proc_modules);

}  // namespace cxprof
