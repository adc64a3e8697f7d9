#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "runner/analyze/analyze.h"
#include "runner/profile/gate.h"
#include "runner/profile/record_request.h"
#include "runner/project_tests/twin_tests.h"
#include "runner/report/report.h"

namespace cxprof {

/// How samples are turned into a profile; shared by `run` and `report`.
struct AnalysisOptions {
  AnalyzeOptions analyze;
  bool inlined_frames = true;
  bool defined_functions = false;  ///< Also learn the project's functions that have no samples.
  std::size_t top = 12;            ///< Rows per ranking.
  std::size_t threads = 0;         ///< That read, unwind and name. 0: one for each core.
};

/// `cxprof run`: record, analyse, report, end like the program.
struct RunOptions {
  RecordRequest request;
  AnalysisOptions analysis;
  bool write_perf_script = true;  ///< Keep perf-script.txt in the run directory.
  bool require_samples = false;   ///< No profile, or one without samples, is a failure (status 1).
  bool skip_unavailable = false;  ///< Recording impossible and the program passed: `skip_status`.
  int skip_status = 77;           ///< As CTest's SKIP_RETURN_CODE.
  bool program_skips = false;  ///< The program's own `skip_status` means skipped, too. Else, under
                               ///< `ctest`, it becomes 1: the program has failed.
  GateRequest gates;           ///< Functions to watch and what they may cost.
  bool strict = false;         ///< An undecided budget is a failure (status 1).
  /// Undecided budgets: the program runs again until they are decided, within this time in all.
  std::chrono::milliseconds repeat_within{60'000};  ///< 0: never again.
  bool ctest = false;  ///< Runs as a CTest test: the report first, then the program's output, with
                       ///< measurements for dashboards.
  bool require_recording = false;  ///< Recording impossible: status 1, whatever else was asked for.
};

/// `cxprof record`: the recording half of `run`.
struct RecordOptions {
  RecordRequest request;
};

/// `cxprof report`: analyse and report what was recorded before.
struct ReportCommandOptions {
  std::filesystem::path input;  ///< A run or session directory, profile.json, perf.data, text, "-".
  ReportFormat format = ReportFormat::terminal;
  std::filesystem::path output;  ///< Empty: stdout.
  bool offsets = false;          ///< `top`: rows per instruction.
  bool annotate = false;         ///< `collapsed`: kernel, JIT and inlined frames marked.
  AnalysisOptions analysis;
};

/// `cxprof project-tests`: what `ctest --show-only=json-v1` listed becomes profiled twins.
struct ProjectTestsOptions {
  std::filesystem::path listing;
  std::filesystem::path files;   ///< The table of the project's files.
  std::filesystem::path output;  ///< CMake code for CTest to include.
  TwinCommand command;
};

/// `cxprof doctor`: what works on this machine.
struct DoctorOptions {
  bool json = false;
  std::filesystem::path perf;  ///< perf to use. Empty: `perf` from PATH.
  bool burn = false;           ///< Only use CPU time: the program that it records.
};

/// `cxprof merge`: several profiles become one.
struct MergeOptions {
  std::vector<std::filesystem::path> inputs;  ///< Run directories, profile.json files, sessions.
  bool own_session = false;  ///< Instead: the session of the process that started us.
  bool ctest = false;  ///< Runs as a CTest test: with measurements, and the session stays open.
  std::filesystem::path output_root;  ///< Absolute; where `own_session` is looked for.
  ReportFormat format = ReportFormat::terminal;
  std::filesystem::path output;  ///< Empty: stdout.
  AnalysisOptions analysis;      ///< Of inputs that have no profile yet.
};

using VerbOptions = std::variant<RunOptions, RecordOptions, ReportCommandOptions, MergeOptions,
                                 DoctorOptions, ProjectTestsOptions>;

struct Options {
  std::string log_level = "info";
  VerbOptions verb;
};

}  // namespace cxprof
