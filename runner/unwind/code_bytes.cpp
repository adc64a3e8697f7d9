#include "runner/unwind/code_bytes.h"

#include <algorithm>

namespace cxprof {
namespace {

std::span<const std::byte> file_range(const ElfFile& file, std::uint64_t offset,
                                      std::uint64_t size) {
  auto all = file.bytes();
  if (offset > all.size() || all.size() - offset < size) return {};
  return all.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
}

// Bytes that a ModRM byte, its SIB byte and its displacement take together.
std::size_t operand_size(std::span<const std::byte> from_modrm) {
  auto modrm = std::to_integer<unsigned>(from_modrm[0]);
  unsigned mode = modrm >> 6;
  unsigned base = modrm & 7;
  if (mode == 3) return 1;
  std::size_t size = 1;
  if (base == 4) {
    if (from_modrm.size() < 2) return 0;
    ++size;
    if (mode == 0 && (std::to_integer<unsigned>(from_modrm[1]) & 7) == 5) size += 4;
  } else if (mode == 0 && base == 5) {
    size += 4;
  }
  if (mode == 1) size += 1;
  if (mode == 2) size += 4;
  return size;
}

}  // namespace

std::span<const std::byte> bytes_before(const ElfFile& file, std::uint64_t address,
                                        std::size_t count) {
  for (const LoadSegment& segment : file.segments()) {
    if (address <= segment.address || address - segment.address > segment.file_size) continue;
    std::uint64_t size = std::min<std::uint64_t>(count, address - segment.address);
    return file_range(file, segment.file_offset + (address - segment.address) - size, size);
  }
  return {};
}

std::span<const std::byte> bytes_at(const ElfFile& file, std::uint64_t address, std::size_t count) {
  for (const LoadSegment& segment : file.segments()) {
    if (address < segment.address || address - segment.address >= segment.file_size) continue;
    std::uint64_t into = address - segment.address;
    return file_range(file, segment.file_offset + into,
                      std::min<std::uint64_t>(count, segment.file_size - into));
  }
  return {};
}

bool ends_with_call(std::span<const std::byte> code) {
  constexpr std::byte relative_call{0xe8};
  constexpr std::byte group_5{0xff};
  constexpr unsigned call_in_group = 2;
  if (code.size() >= 5 && code[code.size() - 5] == relative_call) return true;
  for (std::size_t length = 2; length <= longest_call - 1 && length <= code.size(); ++length) {
    std::span<const std::byte> tail = code.last(length);
    if (tail[0] != group_5) continue;
    if ((std::to_integer<unsigned>(tail[1]) >> 3 & 7) != call_in_group) continue;
    if (operand_size(tail.subspan(1)) == length - 1) return true;
  }
  return false;
}

}  // namespace cxprof
