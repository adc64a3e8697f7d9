#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "runner/analyze/analyze.h"
#include "runner/profile/gate.h"
#include "runner/profile/record_request.h"
#include "runner/report/report.h"

namespace cxprof {

/// How samples are turned into a profile; shared by `run` and `report`.
struct AnalysisOptions {
  AnalyzeOptions analyze;
  bool inlined_frames = true;
  bool defined_functions = false;  ///< Also learn the project's functions that have no samples.
  std::size_t top = 12;            ///< Rows per ranking.
};

/// `cxprof run`: record, analyse, report, end like the program.
struct RunOptions {
  RecordRequest request;
  AnalysisOptions analysis;
  bool write_perf_script = true;  ///< Keep perf-script.txt in the run directory.
  bool require_samples = false;   ///< No profile, or one without samples, is a failure (status 1).
  bool skip_unavailable = false;  ///< Recording impossible and the program passed: status 77.
  GateRequest gates;              ///< Functions to watch and what they may cost.
  bool strict = false;            ///< An undecided budget is a failure (status 1).
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
  std::filesystem::path input;  ///< A run directory or a perf.data file.
  ReportFormat format = ReportFormat::terminal;
  std::filesystem::path output;  ///< Empty: stdout.
  bool offsets = false;          ///< `top`: rows per instruction.
  AnalysisOptions analysis;
};

using VerbOptions = std::variant<RunOptions, RecordOptions, ReportCommandOptions>;

struct Options {
  std::string log_level = "info";
  VerbOptions verb;
};

}  // namespace cxprof
