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

  /// `session`/NNN-<executable>, with the next free number, by the same rules.
  static RunDirectory create_in_session(const std::filesystem::path& session,
                                        const std::string& executable);

  /// `sessions`/<YYYYmmdd-HHMMSS>[-n] for the runs of a session, which are locked on their own.
  /// `sessions` exists.
  static std::filesystem::path create_session(const std::filesystem::path& sessions);

  /// Creates `path` itself, which must not exist yet. Throws Error when it cannot.
  static RunDirectory create_at(const std::filesystem::path& path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Keeps the lock until the process ends, whatever becomes of this object: the descriptor is left
  /// open on purpose (close-on-exec: no program inherits it).
  void stay_locked();

  /// Lets `latest` beside the run directories point here, in one step. A file system without
  /// symbolic links is reported and done without.
  void mark_latest() const;

  /// The same for a run in a session: `latest` in the folder of its profile.
  void mark_latest_of(const std::filesystem::path& profile_folder) const;

 private:
  explicit RunDirectory(std::filesystem::path path);

  std::filesystem::path path_;
  UniqueFd lock_;
};

/// Lets the symbolic link `link` lead to `target` (relative to the link's folder), in one step.
/// What stands there already and is no link stays; that is no error.
void point_link_to(const std::filesystem::path& link, const std::filesystem::path& target);

}  // namespace cxprof
