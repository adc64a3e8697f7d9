#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "runner/elf/module_files.h"
#include "runner/unwind/cfi_source.h"
#include "runner/unwind/code_source.h"

namespace cxprof {

/// The call frame information of all modules, opened at its first use and shared by threads.
class ModuleCfi {
 public:
  /// `files` must outlive this object.
  explicit ModuleCfi(ModuleFiles& files) : files_(files) {}

  /// The reference stays valid.
  CfiSource& of(ModuleId module);

 private:
  ModuleFiles& files_;
  std::mutex mutex_;
  std::map<ModuleId, std::unique_ptr<CfiSource>> sources_;
};

/// Code of the modules' files. One for each thread.
class ModuleCode final : public CodeSource {
 public:
  /// Both must outlive this object.
  ModuleCode(ModuleFiles& files, ModuleCfi& cfi) : files_(files), cfi_(cfi) {}

  std::optional<std::uint64_t> address_of_offset(ModuleId module, std::uint64_t offset) override;
  UnwindRow row(ModuleId module, std::uint64_t address) override;
  std::optional<bool> follows_call(ModuleId module, std::uint64_t address) override;

 private:
  const ElfFile* image(ModuleId module);

  struct Known {
    const ModuleFile* file = nullptr;  // nullptr: not asked for
    CfiSource* cfi = nullptr;          // nullptr: not asked for
  };
  Known& known(ModuleId module);

  ModuleFiles& files_;
  ModuleCfi& cfi_;
  std::vector<Known> known_;  // by module: asking the shared ones each time would take locks
};

}  // namespace cxprof
