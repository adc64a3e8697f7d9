#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "runner/elf/elf_file.h"

namespace cxprof {

/// Bytes of the longest call instruction that ends_with_call knows.
inline constexpr std::size_t longest_call = 8;

/// Up to `count` bytes of the file that are loaded right below a virtual address; fewer where its
/// segment begins, none where the address is in no segment.
std::span<const std::byte> bytes_before(const ElfFile& file, std::uint64_t address,
                                        std::size_t count);

/// Up to `count` bytes of the file that are loaded from a virtual address on.
std::span<const std::byte> bytes_at(const ElfFile& file, std::uint64_t address, std::size_t count);

/// Whether x86-64 code can end with a call instruction here: call rel32, or call through a register
/// or memory, with or without a REX prefix (Intel SDM, volume 2, CALL).
bool ends_with_call(std::span<const std::byte> code);

}  // namespace cxprof
