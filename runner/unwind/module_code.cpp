#include "runner/unwind/module_code.h"

#include "runner/unwind/code_bytes.h"

namespace cxprof {

ModuleCode::ModuleCode(ModuleFiles& files, std::size_t module_count)
    : files_(files), sources_(module_count) {}

ModuleCode::~ModuleCode() = default;

std::optional<std::uint64_t> ModuleCode::address_of_offset(ModuleId module, std::uint64_t offset) {
  const ModuleFile& file = files_.file(module);
  if (!file.image) return std::nullopt;
  return file.image->address_of_offset(offset);
}

UnwindRow ModuleCode::row(ModuleId module, std::uint64_t address) {
  std::unique_ptr<CfiSource>& source = sources_.at(module);
  if (!source) {
    const ModuleFile& file = files_.file(module);
    source = std::make_unique<CfiSource>(file.image, file.debug);
  }
  return source->row(address);
}

std::optional<bool> ModuleCode::follows_call(ModuleId module, std::uint64_t address) {
  const ModuleFile& file = files_.file(module);
  if (!file.image) return std::nullopt;
  return ends_with_call(bytes_before(*file.image, address, longest_call));
}

}  // namespace cxprof
