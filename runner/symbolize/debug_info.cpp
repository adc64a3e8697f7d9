#include "runner/symbolize/debug_info.h"

#include <dwarf.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runner/dwarf/address_table.h"
#include "runner/dwarf/ranges.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

bool is_compile_unit(dwarf::Unit& unit) {
  const dwarf::UnitRoot* root = root_of(unit);
  if (root == nullptr) return false;
  return root->die.tag() == DW_TAG_compile_unit || root->die.tag() == DW_TAG_skeleton_unit;
}

std::string_view compilation_directory(dwarf::Unit& unit) {
  const dwarf::UnitRoot* root = root_of(unit);
  if (root != nullptr && !root->compilation_directory.empty()) return root->compilation_directory;
  return unit.skeleton == nullptr ? std::string_view() : compilation_directory(*unit.skeleton);
}

std::uint32_t line_number(std::optional<std::uint64_t> number) {
  return number && *number <= INT32_MAX ? static_cast<std::uint32_t>(*number) : 0;
}

}  // namespace

DebugInfo::DebugInfo(std::shared_ptr<const ElfFile> file, const dwarf::Places& places,
                     std::vector<CodeSection> sections, SourceFiles& files)
    : files_of_module_(std::move(file), places),
      sections_(std::move(sections)),
      files_(files),
      indexes_(sections_),
      names_(indexes_) {
  find_units();
}

// .debug_aranges saves reading the DIEs of all units; what it leaves out (clang's) is read.
void DebugInfo::find_units() {
  dwarf::File& main = files_of_module_.main();
  auto table = dwarf::read_address_table(main.sections().aranges, main.budget());
  std::vector<dwarf::Range> ranges;
  for (dwarf::Unit& unit : main.units()) {
    if (unit.type != DW_UT_compile && unit.type != DW_UT_skeleton) continue;
    auto offset = static_cast<std::uint64_t>(unit.begin - main.sections().info.data());
    auto at = std::lower_bound(
        table.begin(), table.end(), offset,
        [](const dwarf::UnitRange& a, std::uint64_t b) { return a.unit_offset < b; });
    ranges.clear();
    for (; at != table.end() && at->unit_offset == offset; ++at) {
      ranges.push_back({at->start, at->end});
    }
    if (ranges.empty() && is_compile_unit(unit)) dwarf::ranges_of(root_of(unit)->die, ranges);
    auto number = static_cast<RangeIndex::Value>(units_.size());
    units_.emplace_back().main = &unit;
    for (const dwarf::Range& range : ranges) {
      if (find_code_section(sections_, range.start) != nullptr) {
        by_address_.add(range.start, range.end, number);
      }
    }
  }
  by_address_.freeze();
}

DebugInfo::Unit* DebugInfo::unit_at(std::uint64_t address) {
  auto number = by_address_.find(address);
  return number ? &units_[*number] : nullptr;
}

UnitIndex& DebugInfo::index_of(Unit& unit) {
  if (unit.full == nullptr) unit.full = &files_of_module_.full_unit(*unit.main);
  return indexes_.of(*unit.full);
}

UnitIndex::Subprogram* DebugInfo::subprogram_at(Unit& unit, std::uint64_t address) {
  return index_of(unit).find(address);
}

InlineTree& DebugInfo::inlined_calls(UnitIndex::Subprogram& subprogram) {
  if (!subprogram.inlined) subprogram.inlined = std::make_unique<InlineTree>(subprogram.die);
  return *subprogram.inlined;
}

// A split unit's files are those of its own table, where its file has one, else its skeleton's.
const dwarf::LineHeader* DebugInfo::file_names(dwarf::Unit& unit) {
  const dwarf::UnitRoot* root = root_of(unit);
  if (root == nullptr) return nullptr;
  if (root->lines) return unit.file->line_header(*root->lines);
  if (unit.skeleton == nullptr) return nullptr;
  if (!unit.file->sections().line.empty()) return unit.file->line_header(0);
  return file_names(*unit.skeleton);
}

SourceFileId DebugInfo::file_id(const dwarf::LineHeader* names, std::uint64_t number,
                                dwarf::Unit& unit) {
  if (names == nullptr || number >= names->files.size()) return 0;
  std::vector<SourceFileId>& ids = file_ids_[names];
  constexpr SourceFileId not_asked = UINT32_MAX;
  if (ids.empty()) ids.assign(names->files.size(), not_asked);
  SourceFileId& id = ids[static_cast<std::size_t>(number)];
  if (id == not_asked) {
    id = files_.id(source_path(names->path(number), compilation_directory(unit)));
  }
  return id;
}

SourcePosition DebugInfo::line_at(Unit& unit, std::uint64_t address) {
  if (!unit.lines_read) {
    unit.lines_read = true;
    const dwarf::UnitRoot* root = root_of(*unit.main);
    if (root != nullptr && root->lines) {
      dwarf::File& file = *unit.main->file;
      unit.line_header = file.line_header(*root->lines);
      if (unit.line_header != nullptr) {
        unit.lines = std::make_unique<dwarf::LineTable>(
            *unit.line_header, file.budget(),
            [&](std::uint64_t start) { return find_code_section(sections_, start) != nullptr; });
      }
    }
  }
  if (!unit.lines) return {};
  auto found = unit.lines->find(address);
  if (!found) return {};
  return {file_id(unit.line_header, found->file, *unit.main), line_number(found->line)};
}

SourcePosition DebugInfo::call_site(const dwarf::Die& inlined_call) {
  dwarf::Unit& unit = *inlined_call.unit;
  SourcePosition position;
  dwarf::for_each_attribute(inlined_call, [&](std::uint16_t name, const dwarf::Value& value) {
    if (name == DW_AT_call_line) position.line = line_number(dwarf::constant(value));
    if (name != DW_AT_call_file) return;
    if (auto number = dwarf::constant(value)) {
      position.file = file_id(file_names(unit), *number, unit);
    }
  });
  return position;
}

SourcePosition DebugInfo::declaration(const dwarf::Die& function) {
  dwarf::Die declared = function;
  dwarf::Inherited file = dwarf::inherited_attribute(declared, DW_AT_decl_file);
  if (!file.value) {
    declared = names_.declared_scope_around(function);
    if (!declared) return {};
    file = dwarf::inherited_attribute(declared, DW_AT_decl_file);
  }
  auto number = dwarf::constant(file.value);
  if (!number) return {};
  dwarf::Inherited line = dwarf::inherited_attribute(declared, DW_AT_decl_line);
  dwarf::Unit& unit = *file.die.unit;
  return {file_id(file_names(unit), *number, unit), line_number(dwarf::constant(line.value))};
}

std::vector<std::uint64_t> DebugInfo::out_of_line_copies(const dwarf::Die& abstract,
                                                         dwarf::Unit& user) {
  auto starts = indexes_.of(user).out_of_line_copies(abstract);
  if (!starts.empty() || abstract.unit == &user) return starts;
  return indexes_.of(*abstract.unit).out_of_line_copies(abstract);
}

std::vector<dwarf::Die> DebugInfo::out_of_line_functions() {
  std::vector<dwarf::Die> functions;
  for (Unit& unit : units_) {
    if (!is_compile_unit(*unit.main)) continue;
    for (const UnitIndex::Subprogram& subprogram : index_of(unit).subprograms()) {
      functions.push_back(subprogram.die);
    }
  }
  return functions;
}

std::string DebugInfo::producer() {
  const Unit* hottest = nullptr;
  for (const Unit& unit : units_) {
    if (unit.hits > (hottest == nullptr ? 0 : hottest->hits)) hottest = &unit;
  }
  if (hottest != nullptr) {
    const dwarf::UnitRoot* root = root_of(*hottest->main);
    return root == nullptr ? std::string() : std::string(root->producer);
  }
  for (Unit& unit : units_) {
    if (!is_compile_unit(*unit.main)) continue;
    std::string_view producer = root_of(*unit.main)->producer;
    if (!producer.empty() && !producer.starts_with("GNU AS")) return std::string(producer);
  }
  return {};
}

std::string DebugInfo::missing_reason() const {
  const auto& missing = files_of_module_.missing_split_files();
  if (missing.empty()) return {};
  std::string files = valid_utf8(missing.front());
  if (missing.size() > 1) files += fmt::format(" and {} more", missing.size() - 1);
  return fmt::format("its split debug information ({}) is missing", files);
}

}  // namespace cxprof
