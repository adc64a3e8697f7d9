#include "runner/dwarf/split_files.h"

#include <dwarf.h>

#include "runner/dwarf/die.h"
#include "runner/dwarf/package_index.h"

namespace cxprof::dwarf {
namespace {

// A file of one .dwo has mostly one unit of code, after link-time optimisation several.
Unit* unit_with_id(File& file, std::uint64_t id) {
  for (Unit& unit : file.units()) {
    if (unit.type == DW_UT_type || unit.type == DW_UT_split_type) continue;
    const UnitRoot* root = root_of(unit);
    if (root != nullptr && root->split_id == id) return &unit;
  }
  return nullptr;
}

}  // namespace

Unit* SplitFiles::unit_of(Unit& skeleton) {
  const UnitRoot* root = root_of(skeleton);
  if (root == nullptr || root->split_file.empty() || !root->split_id) return nullptr;
  Unit* unit = in_package(*root);
  if (unit == nullptr) unit = in_own_file(*root);
  if (unit == nullptr) {
    missing_.emplace_back(root->split_file);
  } else {
    unit->skeleton = &skeleton;
  }
  return unit;
}

Unit* SplitFiles::in_package(const UnitRoot& skeleton) {
  if (!packages_opened_) {
    packages_opened_ = true;
    for (std::filesystem::path path : places_.package_of) {
      path += ".dwp";
      auto elf = open_if_there(path);
      if (!elf) continue;
      const ElfSection* index = elf->section(".debug_cu_index");
      if (index == nullptr) continue;
      packages_.push_back({elf, split_sections_of(*elf), elf->contents(*index)});
    }
  }
  for (const Package& package : packages_) {
    auto parts = package_contribution(package.index, package.sections, *skeleton.split_id);
    if (!parts) continue;
    auto file = std::make_unique<File>(package.elf, *parts, true);
    if (Unit* unit = unit_with_id(*file, *skeleton.split_id)) {
      contributions_.push_back(std::move(file));
      return unit;
    }
  }
  return nullptr;
}

Unit* SplitFiles::in_own_file(const UnitRoot& skeleton) {
  std::filesystem::path name(skeleton.split_file);
  std::filesystem::path directory(skeleton.compilation_directory);
  std::vector<std::filesystem::path> candidates{directory / name};
  for (const auto& home : places_.homes) {
    if (directory.is_relative()) candidates.push_back(home / directory / name);
    candidates.push_back(home / name);  // moved together with its module
    candidates.push_back(home / name.filename());
  }
  for (const auto& path : candidates) {
    File* file = open(path);
    if (file == nullptr) continue;
    // An id that differs is another build's.
    if (Unit* unit = unit_with_id(*file, *skeleton.split_id)) return unit;
  }
  return nullptr;
}

File* SplitFiles::open(const std::filesystem::path& path) {
  auto [at, inserted] = files_.try_emplace(path.string());
  if (inserted) {
    if (auto elf = open_if_there(path)) {
      Sections sections = split_sections_of(*elf);
      sections.info = joined(*elf, ".debug_info.dwo");
      sections.types = joined(*elf, ".debug_types.dwo");
      at->second = std::make_unique<File>(elf, sections, true);
    }
  }
  return at->second.get();
}

// With -fdebug-types-section each type stands in a section of its own, all of one name.
Bytes SplitFiles::joined(const ElfFile& file, std::string_view name) {
  std::vector<Bytes> parts;
  for (const ElfSection& section : file.sections()) {
    if (section.name == name) parts.push_back(file.contents(section));
  }
  if (parts.empty()) return {};
  if (parts.size() == 1) return parts[0];
  std::vector<std::byte>& all = joined_.emplace_back();
  for (Bytes part : parts) {
    // Damaged headers may name the same bytes thousands of times.
    if (all.size() + part.size() > 2 * file.bytes().size() + (1U << 26)) break;
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace cxprof::dwarf
