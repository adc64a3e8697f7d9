#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runner/dwarf/alternate_file.h"
#include "runner/dwarf/file.h"

namespace cxprof::dwarf {

/// The .dwo files and the .dwp package of one module, opened when a skeleton needs one.
class SplitFiles {
 public:
  explicit SplitFiles(Places places) : places_(std::move(places)) {}

  /// The split unit of a skeleton, by its id. nullptr: there is none; its file is then in
  /// missing().
  Unit* unit_of(Unit& skeleton);

  /// Names of split files that were wanted and not found, as the skeletons say.
  [[nodiscard]] const std::vector<std::string>& missing() const { return missing_; }

 private:
  Unit* in_package(const UnitRoot& skeleton);
  Unit* in_own_file(const UnitRoot& skeleton);
  File* open(const std::filesystem::path& path);
  Bytes joined(const ElfFile& file, std::string_view name);

  struct Package {
    std::shared_ptr<ElfFile> elf;
    Sections sections;
    Bytes index;
  };

  Places places_;
  bool packages_opened_ = false;
  std::vector<Package> packages_;
  std::vector<std::unique_ptr<File>> contributions_;
  std::unordered_map<std::string, std::unique_ptr<File>> files_;
  std::deque<std::vector<std::byte>> joined_;
  std::vector<std::string> missing_;
};

}  // namespace cxprof::dwarf
