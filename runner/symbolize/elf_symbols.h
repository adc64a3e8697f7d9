#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "runner/elf/elf_file.h"
#include "runner/profile/function.h"
#include "runner/symbolize/code_sections.h"

namespace cxprof {

/// An entry of an ELF symbol table that may name a function.
struct ElfSymbol {
  std::uint64_t start = 0;
  std::uint64_t size = 0;  ///< 0: not given.
  std::string_view name;   ///< Points into the file.
  bool weak = false;
  bool global = false;
  bool typed = false;  ///< FUNC or IFUNC, not NOTYPE.
  NameSource source = NameSource::symbol;

  /// A label of an assembler file: says little about where a function begins.
  [[nodiscard]] bool is_local_label() const { return !typed && !global && !weak && size == 0; }
};

/// Appends the candidates of `file`'s .symtab (source symbol) and .dynsym (source dynamic) that lie
/// in `sections`. Returns whether there was a .symtab.
bool append_elf_symbols(const ElfFile& file, const std::vector<CodeSection>& sections,
                        std::vector<ElfSymbol>& symbols);

}  // namespace cxprof
