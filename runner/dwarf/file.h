#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "runner/dwarf/abbreviations.h"
#include "runner/dwarf/budget.h"
#include "runner/dwarf/line_header.h"
#include "runner/dwarf/sections.h"
#include "runner/dwarf/unit.h"

namespace cxprof::dwarf {

/// The debug information of one file: of a module, of the alternate file that dwz made, or of a
/// split unit. Not thread-safe, but two of them share nothing.
class File {
 public:
  /// `owner` keeps the bytes of `sections` alive. `is_split`: from a .dwo or .dwp file.
  File(std::shared_ptr<const ElfFile> owner, const Sections& sections, bool is_split);
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  [[nodiscard]] const Sections& sections() const { return sections_; }

  /// All units of .debug_info in order; type units among them.
  std::vector<Unit>& units() { return units_; }

  /// The unit of .debug_info that holds `at`, or nullptr.
  Unit* unit_at(const std::byte* at);

  /// The unit whose header begins at `offset` of .debug_info, or nullptr.
  Unit* unit_at_offset(std::uint64_t offset);

  /// The type unit with a signature, or nullptr. Reads all headers at the first call.
  Unit* type_unit(std::uint64_t signature);

  /// A table of .debug_abbrev, each read once. Never nullptr.
  const AbbreviationTable* abbreviations(std::uint64_t offset, Encoding encoding);

  /// The header of the line table at `offset` of .debug_line, each read once. nullptr: damaged.
  const LineHeader* line_header(std::uint64_t offset);

  /// What DW_FORM_GNU_ref_alt and the like refer to; nullptr: there is no such file.
  File* alternate();
  /// How to find it, when it is first wanted.
  void find_alternate_by(std::function<std::unique_ptr<File>()> find) { find_ = std::move(find); }

  /// Work that may still be done on this file.
  Budget& budget() { return budget_; }

 private:
  std::shared_ptr<const ElfFile> owner_;
  Sections sections_;
  bool is_split_;
  Budget budget_;
  std::vector<Unit> units_;
  std::vector<Unit> type_section_units_;  ///< Of .debug_types; empty before type_unit().
  std::unordered_map<std::uint64_t, Unit*> by_signature_;
  bool signatures_read_ = false;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::unique_ptr<AbbreviationTable>>
      abbreviations_;
  std::unordered_map<std::uint64_t, std::unique_ptr<LineHeader>> line_headers_;
  std::function<std::unique_ptr<File>()> find_;
  std::unique_ptr<File> alternate_;
};

}  // namespace cxprof::dwarf
