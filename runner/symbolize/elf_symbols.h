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
  std::uint64_t size = 0;      ///< 0: not given.
  const char* text = nullptr;  ///< The name, NUL-terminated, inside the file.
  bool weak = false;
  bool global = false;
  bool typed = false;  ///< FUNC or IFUNC, not NOTYPE.
  NameSource source = NameSource::symbol;

  [[nodiscard]] std::string_view name() const { return text; }
  /// A label of an assembler file: says little about where a function begins.
  [[nodiscard]] bool is_local_label() const { return !typed && !global && !weak && size == 0; }
};

/// Appends the candidates of `file`'s .symtab (source symbol) and .dynsym (source dynamic) that lie
/// in `sections`. Returns whether there was a .symtab.
bool append_elf_symbols(const ElfFile& file, const std::vector<CodeSection>& sections,
                        std::vector<ElfSymbol>& symbols);

/// A string table of a file whose strings can be used without looking for their end.
class ElfStrings {
 public:
  explicit ElfStrings(std::span<const std::byte> table);
  /// The string at `offset`; nullptr: there is none, or its end is missing.
  [[nodiscard]] const char* at(std::uint64_t offset) const {
    return offset < size_ ? text_ + offset : nullptr;
  }

 private:
  const char* text_ = nullptr;
  std::size_t size_ = 0;  ///< To the last NUL.
};

}  // namespace cxprof
