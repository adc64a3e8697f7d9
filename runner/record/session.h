#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cxprof {

/// A process, told from later ones that get the same number by its start time.
struct SessionOwner {
  pid_t pid = 0;
  std::uint64_t start = 0;  ///< Clock ticks since boot (/proc/PID/stat, field 22). 0: not known.

  bool operator==(const SessionOwner&) const = default;
};

/// The process that started this one: ctest, or a shell that runs one profile after the other.
SessionOwner parent_process();

/// Whether it still runs. What cannot be told counts as running.
bool is_alive(const SessionOwner& owner);

/// The same of the owner that `key`, a name in session/.open, stands for. Not a key: no.
bool owner_is_alive(const std::string& key);

/// The folder below an output root that holds the sessions; no profile may have this name.
inline constexpr const char* session_folder = "session";

/// The session of `owner` below `output_root`: `<output_root>/session/<YYYYmmdd-HHMMSS>[-n]`, found
/// by `session/.open/<pid>-<start>`, or made, also when many processes ask at once. Throws Error
/// when none can be made.
std::filesystem::path open_session(const std::filesystem::path& output_root,
                                   const SessionOwner& owner);

/// The open session of `owner`. Nothing: it has none.
std::optional<std::filesystem::path> find_session(const std::filesystem::path& output_root,
                                                  const SessionOwner& owner);

/// The next run of `owner` belongs to another session. No session: does nothing.
void close_session(const std::filesystem::path& output_root, const SessionOwner& owner);

/// "NNN-<executable>", as runs in a session are named: its number. Nothing: not a name of ours.
std::optional<unsigned> session_run_number(const std::string& name);

/// The run directories of a session, in the order of their numbers. Empty: it is no session.
std::vector<std::filesystem::path> runs_of_session(const std::filesystem::path& session);

/// Removes all but the `keep` newest sessions beside `session` (0: removes nothing): only
/// directories named and filled like ours, none whose owner still runs, none with a run that a
/// process works with. `latest` links that pointed into them point to what is left.
void remove_old_sessions(const std::filesystem::path& session, unsigned keep);

}  // namespace cxprof
