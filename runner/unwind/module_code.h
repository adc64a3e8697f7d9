#pragma once

#include <memory>
#include <vector>

#include "runner/elf/module_files.h"
#include "runner/unwind/cfi_source.h"
#include "runner/unwind/code_source.h"

namespace cxprof {

/// Code of modules as it stands in their files.
class ModuleCode : public CodeSource {
 public:
  ModuleCode(ModuleFiles& files, std::size_t module_count);
  ~ModuleCode() override;

  std::optional<std::uint64_t> address_of_offset(ModuleId module, std::uint64_t offset) override;
  UnwindRow row(ModuleId module, std::uint64_t address) override;
  std::optional<bool> follows_call(ModuleId module, std::uint64_t address) override;

 private:
  ModuleFiles& files_;
  std::vector<std::unique_ptr<CfiSource>> sources_;
};

}  // namespace cxprof
