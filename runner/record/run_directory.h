#pragma once

#include <filesystem>
#include <string>

#include "runner/record/unique_fd.h"

namespace cxprof {

/// A run directory of our own: `<output_root>/<name>/<YYYYmmdd-HHMMSS>[-n]/`. While this object
/// lives the directory is locked (flock), so that no other process's retention removes it.
class RunDirectory {
 public:
  /// Creates one that did not exist before, also when many processes do so at once. Throws Error
  /// when nothing can be created there.
  static RunDirectory create(const std::filesystem::path& output_root, const std::string& name);

  /// Creates `path` itself, which must not exist yet. Throws Error when it cannot.
  static RunDirectory create_at(const std::filesystem::path& path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Keeps the lock until the process ends, whatever becomes of this object: the descriptor is left
  /// open on purpose (close-on-exec: no program inherits it).
  void stay_locked();

  /// Lets `latest` beside the run directories point here, in one step. A file system without
  /// symbolic links is reported and done without.
  void mark_latest() const;

 private:
  std::filesystem::path path_;
  UniqueFd lock_;
};

}  // namespace cxprof
