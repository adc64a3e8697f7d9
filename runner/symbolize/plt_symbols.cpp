#include "runner/symbolize/plt_symbols.h"

#include <gelf.h>

#include <cstring>
#include <map>
#include <span>

namespace cxprof {
namespace {

struct DynamicRelocations {
  std::map<std::uint64_t, std::string> name_of_slot;  // GOT slot address → function
  std::vector<std::string> by_number;                 // of .rela.plt
};

using NameAt = std::function<std::string_view(std::uint64_t)>;

std::string target_name(Elf* elf, Elf_Data* symbols, const GElf_Shdr* symbol_header,
                        const GElf_Rela& relocation, const NameAt& name_at) {
  if (GELF_R_TYPE(relocation.r_info) == R_X86_64_IRELATIVE) {
    return std::string(name_at(static_cast<std::uint64_t>(relocation.r_addend)));
  }
  GElf_Sym symbol{};
  auto number = GELF_R_SYM(relocation.r_info);
  if (number == 0 || symbols == nullptr || symbol_header == nullptr) return {};
  if (gelf_getsym(symbols, static_cast<int>(number), &symbol) == nullptr) return {};
  const char* name = elf_strptr(elf, symbol_header->sh_link, symbol.st_name);
  return name == nullptr ? std::string() : std::string(name);
}

DynamicRelocations read_relocations(Elf* elf, const NameAt& name_at) {
  DynamicRelocations relocations;
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) return relocations;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header{};
    if (gelf_getshdr(section, &header) == nullptr) continue;
    if (header.sh_type != SHT_RELA || (header.sh_flags & SHF_ALLOC) == 0) continue;
    const char* section_name = elf_strptr(elf, names, header.sh_name);
    bool is_plt = section_name != nullptr && std::strcmp(section_name, ".rela.plt") == 0;
    GElf_Shdr symbol_header{};
    Elf_Scn* symbol_section = elf_getscn(elf, header.sh_link);
    bool has_symbols = header.sh_link != 0 && symbol_section != nullptr &&
                       gelf_getshdr(symbol_section, &symbol_header) != nullptr;
    Elf_Data* symbols = has_symbols ? elf_getdata(symbol_section, nullptr) : nullptr;
    Elf_Data* data = elf_getdata(section, nullptr);
    if (data == nullptr) continue;
    std::size_t count = data->d_size / sizeof(Elf64_Rela);
    for (std::size_t i = 0; i < count; ++i) {
      GElf_Rela relocation{};
      if (gelf_getrela(data, static_cast<int>(i), &relocation) == nullptr) break;
      auto type = GELF_R_TYPE(relocation.r_info);
      bool names_function =
          type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT || type == R_X86_64_IRELATIVE;
      std::string name = names_function
                             ? target_name(elf, symbols, has_symbols ? &symbol_header : nullptr,
                                           relocation, name_at)
                             : std::string();
      if (is_plt) relocations.by_number.push_back(name);
      if (!name.empty()) relocations.name_of_slot[relocation.r_offset] = name;
    }
  }
  return relocations;
}

std::int32_t read_int32(std::span<const unsigned char> bytes, std::size_t at) {
  std::int32_t value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

// The function that one stub leads to; empty for the header of a lazy table and for padding.
std::string stub_target(std::span<const unsigned char> stub, std::uint64_t address,
                        const DynamicRelocations& relocations) {
  for (std::size_t i = 0; i + 6 <= stub.size(); ++i) {
    if (stub[i] != 0xff || stub[i + 1] != 0x25) continue;  // jmp *disp32(%rip)
    std::uint64_t slot =
        address + i + 6 + static_cast<std::uint64_t>(std::int64_t{read_int32(stub, i + 2)});
    auto found = relocations.name_of_slot.find(slot);
    if (found != relocations.name_of_slot.end()) return found->second;
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
  GElf_Ehdr header{};
  if (gelf_getehdr(image.elf(), &header) == nullptr || header.e_machine != EM_X86_64) return stubs;
  DynamicRelocations relocations;
  bool relocations_read = false;
  for (const CodeSection& section : sections) {
    if (!is_plt(section.name)) continue;
    if (!relocations_read) {
      relocations = read_relocations(image.elf(), name_at);
      relocations_read = true;
    }
    Elf_Data* data =
        elf_getdata_rawchunk(image.elf(), static_cast<std::int64_t>(section.file_offset),
                             section.end - section.start, ELF_T_BYTE);
    if (data == nullptr || data->d_buf == nullptr) continue;
    std::span<const unsigned char> bytes(static_cast<const unsigned char*>(data->d_buf),
                                         data->d_size);
    std::size_t stub_size = section.entry_size == 8 ? 8 : 16;
    for (std::size_t at = 0; at + stub_size <= bytes.size(); at += stub_size) {
      std::uint64_t start = section.start + at;
      std::string name = stub_target(bytes.subspan(at, stub_size), start, relocations);
      if (!name.empty()) stubs.push_back({start, start + stub_size, name + "@plt"});
    }
  }
  return stubs;
}

}  // namespace cxprof
