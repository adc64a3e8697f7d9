#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "runner/dwarf/abbreviations.h"
#include "runner/dwarf/forms.h"
#include "runner/dwarf/sections.h"

namespace cxprof::dwarf {

class File;
struct Unit;

/// A debugging information entry. Two are the same when their `at` is: it is unique over all files.
struct Die {
  Unit* unit = nullptr;  ///< nullptr: no DIE.
  const std::byte* at = nullptr;
  const std::byte* attributes = nullptr;  ///< Behind the abbreviation code.
  const Abbreviation* shape = nullptr;

  explicit operator bool() const { return unit != nullptr; }
  [[nodiscard]] std::uint16_t tag() const { return shape->tag; }
};

/// What the DIE of a whole unit says: the bases that its other attributes count from, and so on.
struct UnitRoot {
  Die die;
  std::uint64_t base_address = 0;  ///< DW_AT_low_pc.
  std::uint64_t address_base = 0;
  std::uint64_t string_offsets_base = 0;
  std::uint64_t range_lists_base = 0;
  std::uint64_t ranges_base = 0;       ///< DW_AT_GNU_ranges_base; counts for the split unit only.
  std::optional<std::uint64_t> lines;  ///< DW_AT_stmt_list.
  std::optional<std::uint64_t> split_id;
  std::string_view name;
  std::string_view compilation_directory;
  std::string_view producer;
  std::string_view split_file;  ///< DW_AT_dwo_name. Empty: no skeleton.
};

/// A unit of .debug_info or .debug_types, as its header says; the rest when it is asked for.
struct Unit {
  File* file = nullptr;
  const std::byte* begin = nullptr;  ///< Of the header.
  const std::byte* first = nullptr;  ///< The unit's own DIE.
  const std::byte* end = nullptr;
  std::uint64_t abbreviations_offset = 0;
  std::uint64_t signature = 0;    ///< Of a type unit; the id of a skeleton or split one (DWARF 5).
  std::uint64_t type_offset = 0;  ///< Of a type unit: its type, counted from `begin`.
  Encoding encoding;
  std::uint8_t type = 0;  ///< DW_UT_…; before DWARF 5 DW_UT_compile or DW_UT_type.
  bool is_split = false;  ///< Stands in a .dwo or .dwp file.
  bool opened = false;
  Unit* skeleton = nullptr;  ///< Of a split unit.
  const AbbreviationTable* abbreviations = nullptr;
  std::unique_ptr<UnitRoot> root;  ///< See root_of().
};

/// Appends the headers of all units in `section` to `units`; ends where one is damaged. Units of an
/// unknown version or address size are left out.
void read_units(Bytes section, bool is_types_section, File& file, std::vector<Unit>& units);

/// The unit's root, read at the first call; nullptr: damaged.
UnitRoot* root_of(Unit& unit);

}  // namespace cxprof::dwarf
