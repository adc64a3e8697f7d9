#include "runner/elf/own_vdso.h"

#include <elf.h>
#include <spdlog/spdlog.h>
#include <sys/auxv.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "runner/support/error.h"

namespace cxprof {
namespace {

// The image has no length of its own; its tables and segments, which the kernel wrote, tell it.
std::size_t image_size(const std::byte* base) {
  Elf64_Ehdr header;
  std::memcpy(&header, base, sizeof header);
  std::uint64_t size = header.e_shoff + std::uint64_t{header.e_shnum} * header.e_shentsize;
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, base + header.e_phoff + i * sizeof segment, sizeof segment);
    if (segment.p_type == PT_LOAD) size = std::max(size, segment.p_offset + segment.p_filesz);
  }
  return size;
}

}  // namespace

std::shared_ptr<ElfFile> own_vdso() {
  // The kernel hands the address over as a number.
  const auto* base = reinterpret_cast<const std::byte*>(
      getauxval(AT_SYSINFO_EHDR));  // NOLINT(performance-no-int-to-ptr)
  if (base == nullptr) return nullptr;
  try {
    return ElfFile::from_memory(std::vector<std::byte>(base, base + image_size(base)), "[vdso]");
  } catch (const Error& error) {
    spdlog::debug("{}", error.what());
    return nullptr;
  }
}

}  // namespace cxprof
