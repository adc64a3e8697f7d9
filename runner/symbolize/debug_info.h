#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "runner/dwarf/debug_files.h"
#include "runner/dwarf/line_table.h"
#include "runner/symbolize/code_sections.h"
#include "runner/symbolize/qualified_names.h"
#include "runner/symbolize/range_index.h"
#include "runner/symbolize/source_files.h"
#include "runner/symbolize/unit_index.h"

namespace cxprof {

/// The DWARF of one module. Units are found by address at once, their contents read when the first
/// address in them is asked for.
class DebugInfo {
 public:
  /// `file`: the one with .debug_info, of a module with code in `sections`.
  DebugInfo(std::shared_ptr<const ElfFile> file, const dwarf::Places& places,
            std::vector<CodeSection> sections, SourceFiles& files);

  /// What is known of a compile unit.
  struct Unit {
    dwarf::Unit* main = nullptr;  ///< In the module's file, with the line table.
    dwarf::Unit* full = nullptr;  ///< With the functions (of the .dwo file for split DWARF).
    std::uint64_t hits = 0;
    bool lines_read = false;
    const dwarf::LineHeader* line_header = nullptr;
    std::unique_ptr<dwarf::LineTable> lines;
  };

  /// The unit whose code holds `address`, or nullptr.
  Unit* unit_at(std::uint64_t address);

  /// The subprogram that holds `address`, or nullptr.
  UnitIndex::Subprogram* subprogram_at(Unit& unit, std::uint64_t address);

  /// The calls inlined into a subprogram.
  static InlineTree& inlined_calls(UnitIndex::Subprogram& subprogram);

  /// Line table: where the instruction at `address` comes from.
  SourcePosition line_at(Unit& unit, std::uint64_t address);

  /// Where an inlined call stands in the function around it.
  SourcePosition call_site(const dwarf::Die& inlined_call);

  /// Where a function is declared, through its specification and abstract origin.
  SourcePosition declaration(const dwarf::Die& function);

  /// Where the out-of-line copies of an abstract instance begin, as far as its own unit knows and
  /// one that uses it: dwz and link-time optimisation put them into different ones.
  std::vector<std::uint64_t> out_of_line_copies(const dwarf::Die& abstract, dwarf::Unit& user);

  /// The subprograms of all units that have code of their own. Reads every unit: takes time.
  std::vector<dwarf::Die> out_of_line_functions();

  std::string qualified_name(const dwarf::Die& function) { return names_.of(function); }

  /// DW_AT_producer of the unit with the most hits, else of the first one that a compiler made.
  /// Empty: none.
  std::string producer();

  /// What was wanted and is missing of split debug information, as a clause that names one of the
  /// files. Empty: nothing.
  [[nodiscard]] std::string missing_reason() const;

 private:
  void find_units();
  UnitIndex& index_of(Unit& unit);
  const dwarf::LineHeader* file_names(dwarf::Unit& unit);
  SourceFileId file_id(const dwarf::LineHeader* names, std::uint64_t number, dwarf::Unit& unit);

  dwarf::DebugFiles files_of_module_;
  std::vector<CodeSection> sections_;
  SourceFiles& files_;
  std::vector<Unit> units_;
  RangeIndex by_address_;
  UnitIndexes indexes_;
  /// Of each table of file names: the files' ids, as far as asked for.
  std::unordered_map<const dwarf::LineHeader*, std::vector<SourceFileId>> file_ids_;
  QualifiedNames names_;
};

}  // namespace cxprof
