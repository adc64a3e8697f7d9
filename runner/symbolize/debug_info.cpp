#include "runner/symbolize/debug_info.h"

#include <dwarf.h>

#include <utility>

namespace cxprof {
namespace {

std::string_view unit_string(Dwarf_Die* unit, unsigned attribute) {
  Dwarf_Attribute value;
  if (dwarf_attr(unit, attribute, &value) == nullptr) return {};
  const char* text = dwarf_formstring(&value);
  return text == nullptr ? std::string_view() : text;
}

}  // namespace

DebugInfo::DebugInfo(Dwarf* dwarf, std::vector<CodeSection> sections, SourceFiles& files)
    : sections_(std::move(sections)), files_(files) {
  Dwarf_CU* unit = nullptr;
  Dwarf_Die die;
  Dwarf_Die split;
  std::uint8_t type = 0;
  while (dwarf_get_units(dwarf, unit, &unit, nullptr, &type, &die, &split) == 0) {
    if (type != DW_UT_compile && type != DW_UT_skeleton) continue;
    auto number = static_cast<RangeIndex::Value>(units_.size());
    bool has_split = type == DW_UT_skeleton && split.addr != nullptr;
    units_.push_back({has_split ? split : die, die, 0, nullptr});
    unit_of_die_[units_.back().die.addr] = number;
    for_each_range(&die, [&](std::uint64_t start, std::uint64_t end) {
      if (find_code_section(sections_, start) != nullptr) by_address_.add(start, end, number);
    });
  }
  by_address_.freeze();
}

DebugInfo::Unit* DebugInfo::unit_at(std::uint64_t address) {
  auto number = by_address_.find(address);
  return number ? &units_[*number] : nullptr;
}

UnitIndex& DebugInfo::index_of(Unit& unit) {
  if (!unit.index) unit.index = std::make_unique<UnitIndex>(&unit.die, sections_);
  return *unit.index;
}

UnitIndex::Subprogram* DebugInfo::subprogram_at(Unit& unit, std::uint64_t address) {
  return index_of(unit).find(address);
}

std::vector<const InlineTree::Node*> DebugInfo::inlined_at(UnitIndex::Subprogram& subprogram,
                                                           std::uint64_t address) {
  if (!subprogram.inlined) subprogram.inlined.emplace(&subprogram.die);
  return subprogram.inlined->at(address);
}

SourceFileId DebugInfo::file_id(const char* name, Dwarf_Die* unit) {
  if (name == nullptr) return 0;
  auto [at, inserted] = file_of_name_.try_emplace(name, 0);
  if (inserted) at->second = files_.id(source_path(name, unit_string(unit, DW_AT_comp_dir)));
  return at->second;
}

SourcePosition DebugInfo::line_at(Unit& unit, std::uint64_t address) {
  Dwarf_Line* line = dwarf_getsrc_die(&unit.line_die, address);
  if (line == nullptr) return {};
  int number = 0;
  if (dwarf_lineno(line, &number) != 0 || number < 0) number = 0;
  SourceFileId file = file_id(dwarf_linesrc(line, nullptr, nullptr), &unit.line_die);
  return {file, static_cast<std::uint32_t>(number)};
}

SourcePosition DebugInfo::call_site(const InlineTree::Node& node) {
  Dwarf_Die die = node.die;
  SourcePosition position;
  position.line = static_cast<std::uint32_t>(unsigned_attribute(&die, DW_AT_call_line));
  auto unit = unit_of(&die);
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (unit && dwarf_getsrcfiles(&*unit, &files, &count) == 0) {
    std::uint64_t number = unsigned_attribute(&die, DW_AT_call_file);
    if (number < count) {
      position.file =
          file_id(dwarf_filesrc(files, static_cast<std::size_t>(number), nullptr, nullptr), &*unit);
    }
  }
  return position;
}

SourcePosition DebugInfo::declaration(Dwarf_Die function) {
  const char* file = dwarf_decl_file(&function);
  if (file == nullptr) {
    auto scope = names_.declared_scope_around(function);
    if (!scope) return {};
    function = *scope;
    file = dwarf_decl_file(&function);
  }
  auto unit = unit_of(&function);
  if (file == nullptr || !unit) return {};
  int line = 0;
  if (dwarf_decl_line(&function, &line) != 0 || line < 0) line = 0;
  return {file_id(file, &*unit), static_cast<std::uint32_t>(line)};
}

std::vector<std::uint64_t> DebugInfo::out_of_line_copies(Dwarf_Die abstract) {
  auto unit = unit_of(&abstract);
  if (!unit) return {};
  auto found = unit_of_die_.find(unit->addr);
  if (found == unit_of_die_.end()) return {};
  return index_of(units_[found->second]).out_of_line_copies(abstract);
}

std::vector<Dwarf_Die> DebugInfo::out_of_line_functions() {
  std::vector<Dwarf_Die> functions;
  for (Unit& unit : units_) {
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
    Dwarf_Die die = hottest->line_die;
    return std::string(unit_string(&die, DW_AT_producer));
  }
  for (Unit& unit : units_) {
    std::string_view producer = unit_string(&unit.line_die, DW_AT_producer);
    if (!producer.empty() && !producer.starts_with("GNU AS")) return std::string(producer);
  }
  return {};
}

}  // namespace cxprof
