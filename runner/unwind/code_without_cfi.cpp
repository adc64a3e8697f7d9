#include "runner/unwind/code_without_cfi.h"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "runner/unwind/code_bytes.h"

namespace cxprof {
namespace {

// Start-up code is shorter than this in every libc (glibc's _start: 34 bytes, musl's: 22, and
// _dl_start_user of ld.so, which follows its entry point, ends below).
constexpr std::uint64_t entry_code_size = 64;

constexpr std::size_t slot_size = 16;

// The instructions of which PLTs of bfd, gold, lld and mold for x86-64 consist.
struct Instruction {
  std::array<std::uint8_t, 6> opcode;
  std::size_t opcode_size;
  std::size_t size;
  std::size_t pushed;
};
constexpr std::array<Instruction, 17> instructions{{
    {{0xf3, 0x0f, 0x1e, 0xfa}, 4, 4, 0},  // endbr64
    {{0xff, 0x35}, 2, 6, 8},              // push disp(%rip)
    {{0x41, 0x53}, 2, 2, 8},              // push %r11
    {{0x68}, 1, 5, 8},                    // push imm
    {{0x41, 0xbb}, 2, 6, 0},              // mov imm, %r11d
    {{0xff, 0x25}, 2, 6, 0},              // jmp *disp(%rip)
    {{0xf2, 0xff, 0x25}, 3, 7, 0},        // bnd jmp *disp(%rip)
    {{0xe9}, 1, 5, 0},                    // jmp rel32
    {{0xf2, 0xe9}, 2, 6, 0},              // bnd jmp rel32
    {{0x90}, 1, 1, 0},                    // paddings from here on
    {{0xcc}, 1, 1, 0},
    {{0x66, 0x90}, 2, 2, 0},
    {{0x0f, 0x1f, 0x00}, 3, 3, 0},
    {{0x0f, 0x1f, 0x40, 0x00}, 4, 4, 0},
    {{0x0f, 0x1f, 0x44, 0x00, 0x00}, 5, 5, 0},
    {{0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00}, 6, 6, 0},
    {{0x66, 0x66, 0x90}, 3, 3, 0},
}};

bool starts_with(std::span<const std::byte> code, const Instruction& instruction) {
  if (code.size() < instruction.size) return false;
  for (std::size_t i = 0; i < instruction.opcode_size; ++i) {
    if (std::to_integer<std::uint8_t>(code[i]) != instruction.opcode[i]) return false;
  }
  return true;
}

const Instruction* instruction_at(std::span<const std::byte> code) {
  for (const Instruction& instruction : instructions) {
    if (starts_with(code, instruction)) return &instruction;
  }
  return nullptr;
}

// The first slot (two for mold) that resolves a function at its first call.
struct Header {
  std::size_t size = 0;
  std::size_t pushed_before = 0;  ///< By the stub that jumped here: the relocation's index.
};

Header header_of(std::span<const std::byte> section) {
  std::span<const std::byte> code = section;
  const Instruction* first = instruction_at(code);
  if (first != nullptr && first->opcode[0] == 0xf3) {
    code = code.subspan(first->size);
    first = instruction_at(code);
  }
  if (first == nullptr) return {};
  if (first->opcode[0] == 0x41 && first->pushed == 8) return {2 * slot_size, 0};
  if (first->opcode[0] == 0xff && first->pushed == 8) return {slot_size, 8};
  return {};
}

bool is_plt(std::string_view name) {
  return name == ".plt" || name == ".plt.sec" || name == ".plt.got" || name == ".iplt";
}

std::optional<std::uint64_t> plt_section_start(const ElfFile& file, std::uint64_t address) {
  for (const ElfSection& section : file.sections()) {
    if (address >= section.address && address - section.address < section.size &&
        (section.flags & SHF_EXECINSTR) != 0 && is_plt(section.name)) {
      return section.address;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::size_t> plt_pushed_bytes(std::span<const std::byte> section,
                                            std::size_t offset) {
  Header header = header_of(section);
  bool in_header = offset < header.size;
  std::size_t pushed = in_header ? header.pushed_before : 0;
  std::size_t at = in_header ? 0 : offset / slot_size * slot_size;
  while (at < offset) {
    if (at >= section.size()) return std::nullopt;
    const Instruction* instruction = instruction_at(section.subspan(at));
    if (instruction == nullptr) return std::nullopt;
    at += instruction->size;
    pushed += instruction->pushed;
  }
  bool known =
      at == offset && at < section.size() && instruction_at(section.subspan(at)) != nullptr;
  return known ? std::optional(pushed) : std::nullopt;
}

std::optional<UnwindRow> row_without_cfi(const ElfFile& file, std::uint64_t address) {
  Elf64_Ehdr elf_header{};
  if (file.bytes().size() < sizeof elf_header) return std::nullopt;
  std::memcpy(&elf_header, file.bytes().data(), sizeof elf_header);
  UnwindRow row;
  if (elf_header.e_entry != 0 && address - elf_header.e_entry < entry_code_size) {
    row.kind = UnwindRow::Kind::outermost;
    return row;
  }
  auto start = plt_section_start(file, address);
  if (!start) return std::nullopt;
  std::uint64_t offset = address - *start;
  constexpr std::size_t longest_instruction = 15;
  auto code = bytes_at(file, *start, static_cast<std::size_t>(offset) + longest_instruction);
  auto pushed = plt_pushed_bytes(code, static_cast<std::size_t>(offset));
  if (!pushed) return std::nullopt;
  row.kind = UnwindRow::Kind::simple;
  row.cfa_register = x86_64::rsp;
  row.cfa_offset = static_cast<std::int32_t>(8 + *pushed);
  return row;
}

}  // namespace cxprof
