#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/profile/build_id.h"
#include "runner/profile/code_roots.h"
#include "runner/profile/command.h"
#include "runner/profile/exit_status.h"
#include "runner/profile/finding.h"

namespace cxprof {

/// A copy of an ELF file made before the recording, so that a later rebuild cannot change names.
struct Snapshot {
  std::filesystem::path original;  ///< Absolute path of the file that ran.
  std::filesystem::path copy;      ///< Where the copy lies (shared by all runs with this build id).
  BuildId build_id;                ///< Empty: the file has none.
  std::uint64_t bytes = 0;
};

/// The machine a recording was made on. Empty strings: not known.
struct Host {
  std::string name;
  std::string kernel;  ///< uname -r
  std::string cpu_model;
  std::string machine;  ///< uname -m, e.g. x86_64
};

/// Whole-process facts about the program's run, from the kernel and not from samples. Seconds.
struct ResourceUse {
  double wall_seconds = 0;
  std::optional<double> user_cpu_seconds;    ///< Absent: not known.
  std::optional<double> system_cpu_seconds;  ///< Absent: not known.
};

/// A finished recording on disk and how it was made. Everything later stages need to know about the
/// run travels in here; `recording.json` in the run directory is this struct.
struct Recording {
  std::filesystem::path run_directory;  ///< Empty: a bare perf.data made elsewhere.
  std::filesystem::path perf_data;      ///< Empty: nothing was recorded; `failure` says why.
  std::filesystem::path stdout_file;    ///< Empty: not kept.
  std::filesystem::path stderr_file;    ///< Empty: not kept.

  std::string name;  ///< Name of the profile (folder name). Empty: not known.
  Command command;
  ExitStatus exit;
  std::optional<ResourceUse> resources;  ///< Absent: not run by us.
  std::string started_at;                ///< ISO 8601 local time with offset. Empty: not known.

  std::string recorder;                       ///< "perf", or empty when nothing was recorded.
  std::string recorder_version;               ///< e.g. "6.1.187". Empty: not known.
  std::vector<std::string> recorder_command;  ///< The exact command line. Empty: not known.
  std::string event_requested;    ///< e.g. "cpu-clock". What was used: RawProfile::events.
  unsigned frequency_hz = 0;      ///< Asked for. 0: not known.
  std::string call_graph;         ///< "dwarf", "fp", "none" or empty: not known.
  std::uint32_t stack_bytes = 0;  ///< Asked for; 0 without dwarf.

  /// Why no profile could be recorded (one sentence in `text`, what to do in `advice`). Absent:
  /// recorded.
  std::optional<Finding> failure;

  std::vector<Snapshot> snapshots;  ///< [0] is the program itself when it could be snapshot.
  Host host;
  std::string
      git_revision;      ///< `git describe --always --dirty` of the working directory. Empty: none.
  CodeRoots code_roots;  ///< As asked for when it was recorded. Empty: not told.
  std::string repeat_command;  ///< Command line that makes this profile again. Empty: not known.
  Findings findings;           ///< Notes of the recorder: options left out, data lost.
};

}  // namespace cxprof
