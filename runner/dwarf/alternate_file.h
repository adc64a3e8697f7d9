#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/elf/elf_file.h"

namespace cxprof::dwarf {

/// Where files lie that debug information refers to.
struct Places {
  /// Directories in which the module stood, or a copy of it: relative paths count from there.
  std::vector<std::filesystem::path> homes;
  /// Files of which "<file>.dwp" may be the package of split units.
  std::vector<std::filesystem::path> package_of;
  /// Roots of separate debug files.
  std::vector<std::filesystem::path> debug_directories{"/usr/lib/debug"};
};

/// What .gnu_debugaltlink (or .debug_sup, DWARF 5) says of the file that dwz moved common parts to.
struct AlternateLink {
  std::string path;
  BuildId build_id;
};
std::optional<AlternateLink> read_alternate_link(const ElfFile& file);

/// Opens the alternate file of `file`, by path or by build id; only one with the build id that the
/// link says is ever taken. nullptr: it has none, or it is not found.
std::shared_ptr<ElfFile> find_alternate_file(const ElfFile& file, const Places& places);

/// Opens a file that may be missing. nullptr: it is, or is damaged.
std::shared_ptr<ElfFile> open_if_there(const std::filesystem::path& path);

}  // namespace cxprof::dwarf
