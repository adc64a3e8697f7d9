#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runner/elf/module_files.h"
#include "runner/symbolize/range_index.h"
#include "runner/symbolize/symbol.h"

namespace cxprof {

/// The functions of one module by address: .symtab of the file and of its separate debug file,
/// .dynsym, and synthesised names of PLT stubs.
///
/// Sizes are honoured: an address outside every [start, start + size) has no symbol. Functions
/// without a size (assembler) reach to the next symbol or the end of their section, but never start
/// inside a sized one; local labels without type and size name only what nothing else does. Where
/// there is no .symtab, symbols without a size are left out: unexported functions may follow them.
/// Undefined, absolute, data, section, file, thread-local and mapping symbols are no functions.
/// Names stay in the files that they were read from. Several threads may ask one table.
class SymbolTable {
 public:
  explicit SymbolTable(const ModuleFile& file);

  /// The function that holds `address`, or nullptr.
  [[nodiscard]] const Symbol* find(std::uint64_t address) const;

  /// The function at the address of a symbol named `name`; it may be known by an alias that
  /// is_better_name. nullptr: no such symbol.
  [[nodiscard]] const Symbol* find_name(std::string_view name) const;

  struct NamedAddress {
    std::string_view name;
    std::uint64_t address = 0;
  };
  /// Every name in the table once, with its address, aliases included, in no order.
  [[nodiscard]] std::vector<NamedAddress> names() const;

  [[nodiscard]] bool has_symtab() const { return has_symtab_; }

  [[nodiscard]] const std::vector<Symbol>& symbols() const { return symbols_; }

 private:
  std::shared_ptr<ElfFile> image_;  ///< Keeps the names alive.
  std::shared_ptr<ElfFile> debug_;
  std::deque<std::string> synthesised_names_;
  bool has_symtab_ = false;
  std::vector<Symbol> symbols_;  ///< Sorted by start.
  RangeIndex by_address_;

  // Made when the first name is looked up: most tables are only ever asked by address.
  void index_names() const;
  mutable std::once_flag names_indexed_;
  mutable std::unordered_map<std::string_view, std::uint64_t> address_of_name_;
};

}  // namespace cxprof
