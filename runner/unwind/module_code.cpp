#include "runner/unwind/module_code.h"

#include "runner/unwind/code_bytes.h"

namespace cxprof {

CfiSource& ModuleCfi::of(ModuleId module) {
  const ModuleFile& file = files_.file(module);
  std::lock_guard lock(mutex_);
  std::unique_ptr<CfiSource>& source = sources_[module];
  if (!source) source = std::make_unique<CfiSource>(file.image, file.debug);
  return *source;
}

ModuleCode::Known& ModuleCode::known(ModuleId module) {
  if (module >= known_.size()) known_.resize(module + 1);
  return known_[module];
}

const ElfFile* ModuleCode::image(ModuleId module) {
  Known& entry = known(module);
  if (entry.file == nullptr) entry.file = &files_.file(module);
  return entry.file->image.get();
}

std::optional<std::uint64_t> ModuleCode::address_of_offset(ModuleId module, std::uint64_t offset) {
  const ElfFile* file = image(module);
  return file == nullptr ? std::nullopt : file->address_of_offset(offset);
}

UnwindRow ModuleCode::row(ModuleId module, std::uint64_t address) {
  Known& entry = known(module);
  if (entry.cfi == nullptr) entry.cfi = &cfi_.of(module);
  return entry.cfi->row(address);
}

std::optional<bool> ModuleCode::follows_call(ModuleId module, std::uint64_t address) {
  const ElfFile* file = image(module);
  if (file == nullptr) return std::nullopt;
  return ends_with_call(bytes_before(*file, address, longest_call));
}

}  // namespace cxprof
