#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "runner/elf/elf_file.h"
#include "runner/profile/module.h"

namespace cxprof {

/// Where files of a recorded build may lie besides the recorded path.
struct FileSearch {
  /// Build-id stores laid out as <dir>/.build-id/xx/…: our snapshots, then perf's cache (~/.debug).
  std::vector<std::filesystem::path> build_id_directories;
  /// Roots of separate debug files, /usr/lib/debug first.
  std::vector<std::filesystem::path> debug_directories{"/usr/lib/debug"};
  /// When the recording was finished. Absent: not known.
  std::optional<std::filesystem::file_time_type> recorded_at = std::nullopt;
};

/// The file of one module, verified. At most one of `image` and `reason` is set.
struct ModuleFile {
  std::shared_ptr<ElfFile> image;  ///< The mapped file itself: segments and unwind information.
  /// A separate debug file of the same build (by build id or .gnu_debuglink), or the file's own
  /// .gnu_debugdata. May be null.
  std::shared_ptr<ElfFile> debug;
  bool build_id_mismatch = false;  ///< The file at the recorded path is another build: never used.
  /// No build id was recorded to check the file by, and it was written after the recording.
  bool newer_than_recording = false;
  std::string reason;  ///< Why there is no image: a clause for a finding. Empty: there is.
};

/// Finds the modules' files and opens each once, at its first use. A file is only ever used when
/// its build id is the recorded one; where none was recorded it is used and `file().reason` stays
/// empty. May be used by several threads at once.
class ModuleFiles {
 public:
  ModuleFiles(std::vector<Module> modules, FileSearch search);
  ~ModuleFiles();

  /// Learns of modules that became known since; `modules` begins with those that are known already.
  void know(const std::vector<Module>& modules);

  /// The file of a module that is known. The reference stays valid.
  const ModuleFile& file(ModuleId module);

  /// The same of a module that file() was called for; nullptr: it was not.
  const ModuleFile* opened(ModuleId module);

 private:
  ModuleFile find(const Module& module) const;
  std::shared_ptr<ElfFile> find_in_stores(const BuildId& id) const;
  ModuleFile find_recorded_path(const Module& module) const;
  ModuleFile find_vdso(const Module& module) const;
  std::shared_ptr<ElfFile> find_debug_file(const ElfFile& image, const Module& module) const;

  std::mutex mutex_;  // guards everything
  std::vector<Module> modules_;
  FileSearch search_;
  std::vector<std::unique_ptr<ModuleFile>> files_;
};

/// The search for a recording in `run_directory` (may be empty): snapshots of its profile root, the
/// user's perf cache, the system's debug files.
FileSearch default_search(const std::filesystem::path& run_directory);

}  // namespace cxprof
