#include "runner/symbolize/elf_symbols.h"

#include <gelf.h>

namespace cxprof {
namespace {

// "$x", "$d.3" …: marks of code and data in AArch64, ARM and RISC-V files (ELF for the Arm 64-bit
// Architecture, "Mapping symbols").
bool is_mapping_symbol(std::string_view name) {
  return name.size() >= 2 && name[0] == '$' &&
         std::string_view("adtx").find(name[1]) != std::string_view::npos &&
         (name.size() == 2 || name[2] == '.');
}

bool may_be_function(const GElf_Sym& symbol) {
  int type = GELF_ST_TYPE(symbol.st_info);
  if (type != STT_FUNC && type != STT_GNU_IFUNC && type != STT_NOTYPE) return false;
  return symbol.st_shndx != SHN_UNDEF && symbol.st_shndx != SHN_ABS &&
         symbol.st_shndx != SHN_COMMON;
}

void append_section(Elf* elf, Elf_Scn* section, const GElf_Shdr& header,
                    const std::vector<CodeSection>& code, std::vector<ElfSymbol>& symbols) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (data == nullptr || data->d_buf == nullptr) return;
  std::size_t count = data->d_size / sizeof(Elf64_Sym);
  for (std::size_t i = 1; i < count; ++i) {  // [0] is the reserved null symbol
    GElf_Sym symbol{};
    if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) break;
    if (!may_be_function(symbol)) continue;
    const char* text = elf_strptr(elf, header.sh_link, symbol.st_name);
    if (text == nullptr || *text == '\0' || is_mapping_symbol(text)) continue;
    if (find_code_section(code, symbol.st_value) == nullptr) continue;
    int binding = GELF_ST_BIND(symbol.st_info);
    symbols.push_back({symbol.st_value, symbol.st_size, text, binding == STB_WEAK,
                       binding == STB_GLOBAL || binding == STB_GNU_UNIQUE,
                       GELF_ST_TYPE(symbol.st_info) != STT_NOTYPE,
                       header.sh_type == SHT_SYMTAB ? NameSource::symbol : NameSource::dynamic});
  }
}

}  // namespace

bool append_elf_symbols(const ElfFile& file, const std::vector<CodeSection>& sections,
                        std::vector<ElfSymbol>& symbols) {
  bool has_symtab = false;
  for (auto type : {GElf_Word{SHT_SYMTAB}, GElf_Word{SHT_DYNSYM}}) {
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(file.elf(), section)) != nullptr;) {
      GElf_Shdr header{};
      if (gelf_getshdr(section, &header) == nullptr || header.sh_type != type) continue;
      has_symtab = has_symtab || type == SHT_SYMTAB;
      append_section(file.elf(), section, header, sections, symbols);
    }
  }
  return has_symtab;
}

}  // namespace cxprof
