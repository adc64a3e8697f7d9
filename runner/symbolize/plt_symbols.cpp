#include "runner/symbolize/plt_symbols.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <span>

#include "runner/symbolize/elf_symbols.h"

namespace cxprof {
namespace {

struct DynamicRelocations {
  struct Slot {
    std::uint64_t address = 0;  // in the GOT
    std::string_view name;      // of the function
  };
  std::vector<Slot> slots;                  // sorted; the last of equal ones counts
  std::vector<std::string_view> by_number;  // of .rela.plt

  [[nodiscard]] std::string_view name_of_slot(std::uint64_t address) const {
    auto after = std::ranges::upper_bound(slots, address, {}, &Slot::address);
    return after == slots.begin() || std::prev(after)->address != address ? std::string_view()
                                                                          : std::prev(after)->name;
  }
};

using NameAt = std::function<std::string_view(std::uint64_t)>;

/// The symbols that a relocation section refers to.
class LinkedSymbols {
 public:
  LinkedSymbols(const ElfFile& file, std::uint32_t section) : strings_({}) {
    const auto& sections = file.sections();
    if (section == 0 || section >= sections.size()) return;
    table_ = file.contents(sections[section]);
    std::uint32_t names = sections[section].link;
    if (names < sections.size()) strings_ = ElfStrings(file.contents(sections[names]));
  }
  // Empty: there is none.
  [[nodiscard]] std::string_view name(std::uint64_t number) const {
    if (number == 0 || number >= table_.size() / sizeof(Elf64_Sym)) return {};
    Elf64_Sym symbol;
    std::memcpy(&symbol, table_.data() + static_cast<std::size_t>(number) * sizeof symbol,
                sizeof symbol);
    const char* text = strings_.at(symbol.st_name);
    return text == nullptr ? std::string_view() : text;
  }

 private:
  std::span<const std::byte> table_;
  ElfStrings strings_;
};

void append_relocations(const ElfFile& file, const ElfSection& section, const NameAt& name_at,
                        DynamicRelocations& relocations) {
  bool is_plt = section.name == ".rela.plt";
  LinkedSymbols symbols(file, section.link);
  std::span<const std::byte> table = file.contents(section);
  for (; table.size() >= sizeof(Elf64_Rela); table = table.subspan(sizeof(Elf64_Rela))) {
    Elf64_Rela relocation;
    std::memcpy(&relocation, table.data(), sizeof relocation);
    std::string_view name;
    switch (ELF64_R_TYPE(relocation.r_info)) {
      case R_X86_64_IRELATIVE:
        name = name_at(static_cast<std::uint64_t>(relocation.r_addend));
        break;
      case R_X86_64_JUMP_SLOT:
      case R_X86_64_GLOB_DAT:
        name = symbols.name(ELF64_R_SYM(relocation.r_info));
        break;
      default:
        break;
    }
    if (is_plt) relocations.by_number.push_back(name);
    if (!name.empty()) relocations.slots.push_back({relocation.r_offset, name});
  }
}

DynamicRelocations read_relocations(const ElfFile& file, const NameAt& name_at) {
  DynamicRelocations relocations;
  // The slots of .plt and .plt.sec stand in .rela.plt; large libraries have a thousand times as
  // many relocations elsewhere.
  bool all =
      !file.has_section(".rela.plt") || file.has_section(".plt.got") || file.has_section(".iplt");
  for (const ElfSection& section : file.sections()) {
    if (!all && section.name != ".rela.plt") continue;
    if (section.type == SHT_RELA && (section.flags & SHF_ALLOC) != 0) {
      append_relocations(file, section, name_at, relocations);
    }
  }
  std::ranges::stable_sort(relocations.slots, {}, &DynamicRelocations::Slot::address);
  return relocations;
}

std::int32_t read_int32(std::span<const unsigned char> bytes, std::size_t at) {
  std::int32_t value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

// The function that one stub leads to; empty for the header of a lazy table and for padding.
std::string_view stub_target(std::span<const unsigned char> stub, std::uint64_t address,
                             const DynamicRelocations& relocations) {
  for (std::size_t i = 0; i + 6 <= stub.size(); ++i) {
    if (stub[i] != 0xff || stub[i + 1] != 0x25) continue;  // jmp *disp32(%rip)
    std::uint64_t slot =
        address + i + 6 + static_cast<std::uint64_t>(std::int64_t{read_int32(stub, i + 2)});
    std::string_view name = relocations.name_of_slot(slot);
    if (!name.empty()) return name;
  }
  // endbr64; push $number; (bnd) jmp to the header
  constexpr unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
  std::size_t at = 0;
  if (stub.size() >= 4 && std::memcmp(stub.data(), endbr64, sizeof endbr64) == 0) at = 4;
  if (at + 5 <= stub.size() && stub[at] == 0x68) {
    auto number = static_cast<std::uint32_t>(read_int32(stub, at + 1));
    if (number < relocations.by_number.size()) return relocations.by_number[number];
  }
  return {};
}

bool is_plt(const std::string& section) {
  return section == ".plt" || section == ".plt.sec" || section == ".plt.got" || section == ".iplt";
}

}  // namespace

std::vector<PltStub> read_plt_stubs(const ElfFile& image, const std::vector<CodeSection>& sections,
                                    const NameAt& name_at) {
  std::vector<PltStub> stubs;
  Elf64_Ehdr header{};
  std::memcpy(&header, image.bytes().data(), sizeof header);
  if (header.e_machine != EM_X86_64) return stubs;
  DynamicRelocations relocations;
  bool relocations_read = false;
  for (const CodeSection& section : sections) {
    if (!is_plt(section.name)) continue;
    if (!relocations_read) {
      relocations = read_relocations(image, name_at);
      relocations_read = true;
    }
    std::span<const std::byte> file = image.bytes();
    std::uint64_t size = section.end - section.start;
    if (section.file_offset > file.size() || size > file.size() - section.file_offset) continue;
    std::span<const unsigned char> bytes(
        reinterpret_cast<const unsigned char*>(file.data()) + section.file_offset,
        static_cast<std::size_t>(size));
    std::size_t stub_size = section.entry_size == 8 ? 8 : 16;
    for (std::size_t at = 0; at + stub_size <= bytes.size(); at += stub_size) {
      std::uint64_t start = section.start + at;
      std::string_view name = stub_target(bytes.subspan(at, stub_size), start, relocations);
      if (!name.empty()) stubs.push_back({start, start + stub_size, std::string(name) + "@plt"});
    }
  }
  return stubs;
}

}  // namespace cxprof
