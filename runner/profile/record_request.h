#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "runner/profile/code_roots.h"
#include "runner/profile/command.h"

namespace cxprof {

enum class CallGraph { dwarf, frame_pointer, none };

/// What `cxprof run` and `cxprof record` ask of the recording room.
struct RecordRequest {
  Command command;
  unsigned frequency_hz = 997;  ///< Samples per second of CPU time. Prime: no lockstep with timers.
  std::string event = "cpu-clock";
  CallGraph call_graph = CallGraph::dwarf;
  std::uint32_t stack_bytes =
      8192;  ///< Stack copied per sample (dwarf); perf's limits: 8..65528, multiple of 8.
  std::optional<std::chrono::milliseconds> timeout;  ///< Wall-clock limit. Absent: none.
  bool quiet_program = false;  ///< Keep the program's output in the files only, show nothing.

  /// The run belongs to the session of the process that started us (record/session.h).
  bool in_session = false;
  std::string name;  ///< Name of the profile; a folder name under output_root.
  std::filesystem::path
      output_root;             ///< `<build>/profile`; run directories are <root>/<name>/<time>/.
  std::filesystem::path perf;  ///< perf to use. Empty: `perf` from PATH.
  std::filesystem::path
      project_binary_dir;  ///< Shared libraries below it are snapshot too. Empty: none.
  CodeRoots code_roots;    ///< Kept with the recording.
  std::string
      repeat_command;  ///< Command line that makes this profile again; kept with the recording.
  unsigned keep_runs = 20;  ///< Newest runs of this name (or sessions) to keep. 0: keep all.
  /// A repetition of an earlier run: the new directory it is recorded into, inside that run's. Then
  /// neither `latest` nor the number of kept runs changes. Empty: a new one under output_root.
  std::filesystem::path repetition_directory;
};

}  // namespace cxprof
