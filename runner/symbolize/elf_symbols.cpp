#include "runner/symbolize/elf_symbols.h"

#include <elf.h>

#include <cstring>
#include <span>

namespace cxprof {
namespace {

// "$x", "$d.3" …: marks of code and data in AArch64, ARM and RISC-V files (ELF for the Arm 64-bit
// Architecture, "Mapping symbols").
bool is_mapping_symbol(const char* name) {
  return name[0] == '$' && name[1] != '\0' && std::strchr("adtx", name[1]) != nullptr &&
         (name[2] == '\0' || name[2] == '.');
}

bool may_be_function(const Elf64_Sym& symbol) {
  int type = ELF64_ST_TYPE(symbol.st_info);
  if (type != STT_FUNC && type != STT_GNU_IFUNC && type != STT_NOTYPE) return false;
  return symbol.st_shndx != SHN_UNDEF && symbol.st_shndx != SHN_ABS &&
         symbol.st_shndx != SHN_COMMON;
}

void append_table(std::span<const std::byte> table, const ElfStrings& strings, NameSource source,
                  const std::vector<CodeSection>& code, std::vector<ElfSymbol>& symbols) {
  const CodeSection* section = nullptr;  // of the last symbol: mostly of the next
  std::size_t count = table.size() / sizeof(Elf64_Sym);
  symbols.reserve(symbols.size() + count);
  for (std::size_t i = 1; i < count; ++i) {  // [0] is the reserved null symbol
    Elf64_Sym symbol;
    std::memcpy(&symbol, table.data() + i * sizeof symbol, sizeof symbol);
    if (!may_be_function(symbol)) continue;
    if (section == nullptr || symbol.st_value < section->start || symbol.st_value >= section->end) {
      section = find_code_section(code, symbol.st_value);
      if (section == nullptr) continue;
    }
    const char* text = strings.at(symbol.st_name);
    if (text == nullptr || *text == '\0' || is_mapping_symbol(text)) continue;
    int binding = ELF64_ST_BIND(symbol.st_info);
    symbols.push_back({symbol.st_value, symbol.st_size, text, binding == STB_WEAK,
                       binding == STB_GLOBAL || binding == STB_GNU_UNIQUE,
                       ELF64_ST_TYPE(symbol.st_info) != STT_NOTYPE, source});
  }
}

}  // namespace

ElfStrings::ElfStrings(std::span<const std::byte> table)
    : text_(reinterpret_cast<const char*>(table.data())), size_(table.size()) {
  while (size_ > 0 && text_[size_ - 1] != '\0') --size_;
}

bool append_elf_symbols(const ElfFile& file, const std::vector<CodeSection>& sections,
                        std::vector<ElfSymbol>& symbols) {
  bool has_symtab = false;
  for (std::uint32_t type : {std::uint32_t{SHT_SYMTAB}, std::uint32_t{SHT_DYNSYM}}) {
    for (const ElfSection& section : file.sections()) {
      if (section.type != type) continue;
      has_symtab = has_symtab || type == SHT_SYMTAB;
      if (section.link >= file.sections().size()) continue;
      ElfStrings strings(file.contents(file.sections()[section.link]));
      append_table(file.contents(section), strings,
                   type == SHT_SYMTAB ? NameSource::symbol : NameSource::dynamic, sections,
                   symbols);
    }
  }
  return has_symtab;
}

}  // namespace cxprof
