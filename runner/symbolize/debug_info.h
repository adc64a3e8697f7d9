#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "runner/symbolize/code_sections.h"
#include "runner/symbolize/qualified_names.h"
#include "runner/symbolize/range_index.h"
#include "runner/symbolize/source_files.h"
#include "runner/symbolize/unit_index.h"

namespace cxprof {

/// A place in the source. File 0, line 0: not known.
struct SourcePosition {
  SourceFileId file = 0;
  std::uint32_t line = 0;
};

/// The DWARF of one module. Units are found by address at once, their contents read when the first
/// address in them is asked for.
class DebugInfo {
 public:
  DebugInfo(Dwarf* dwarf, std::vector<CodeSection> sections, SourceFiles& files);

  /// What is known of a compile unit.
  struct Unit {
    Dwarf_Die die;       ///< With the functions (of the .dwo file for split DWARF).
    Dwarf_Die line_die;  ///< With the line table.
    std::uint64_t hits = 0;
    std::unique_ptr<UnitIndex> index;
  };

  /// The unit whose code holds `address`, or nullptr.
  Unit* unit_at(std::uint64_t address);

  /// The subprogram that holds `address`, or nullptr.
  UnitIndex::Subprogram* subprogram_at(Unit& unit, std::uint64_t address);

  /// The calls inlined at `address`, innermost first.
  static std::vector<const InlineTree::Node*> inlined_at(UnitIndex::Subprogram& subprogram,
                                                         std::uint64_t address);

  /// Line table: where the instruction at `address` comes from.
  SourcePosition line_at(Unit& unit, std::uint64_t address);

  /// Where an inlined call stands in the function around it.
  SourcePosition call_site(const InlineTree::Node& node);

  /// Where a function is declared, through its specification and abstract origin.
  SourcePosition declaration(Dwarf_Die function);

  /// Where the out-of-line copies of an abstract instance begin, as far as its unit knows.
  std::vector<std::uint64_t> out_of_line_copies(Dwarf_Die abstract);

  /// The subprograms of all units that have code of their own. Reads every unit: takes time.
  std::vector<Dwarf_Die> out_of_line_functions();

  std::string qualified_name(Dwarf_Die function) { return names_.of(function); }

  /// DW_AT_producer of the unit with the most hits, else of the first one that a compiler made.
  /// Empty: none.
  std::string producer();

 private:
  UnitIndex& index_of(Unit& unit);
  SourceFileId file_id(const char* name, Dwarf_Die* unit);

  std::vector<CodeSection> sections_;
  SourceFiles& files_;
  std::vector<Unit> units_;
  RangeIndex by_address_;
  std::unordered_map<void*, std::size_t> unit_of_die_;          ///< By address of the unit's DIE.
  std::unordered_map<const char*, SourceFileId> file_of_name_;  ///< libdw's strings stay.
  QualifiedNames names_;
};

}  // namespace cxprof
