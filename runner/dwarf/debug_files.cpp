#include "runner/dwarf/debug_files.h"

namespace cxprof::dwarf {

DebugFiles::DebugFiles(std::shared_ptr<const ElfFile> file, const Places& places)
    : main_(file, sections_of(*file), false), split_(places) {
  main_.find_alternate_by([file, places]() -> std::unique_ptr<File> {
    auto alternate = find_alternate_file(*file, places);
    if (!alternate) return nullptr;
    return std::make_unique<File>(alternate, sections_of(*alternate), false);
  });
}

Unit& DebugFiles::full_unit(Unit& unit) {
  Unit* split = split_.unit_of(unit);
  return split == nullptr ? unit : *split;
}

}  // namespace cxprof::dwarf
