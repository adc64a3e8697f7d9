#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "runner/command_line/options.h"

namespace cxprof {

/// What stands behind `--`; CLI11 never sees it, so that it arrives unchanged.
struct ProgramWords {
  bool separator = false;  ///< There is a `--`.
  std::vector<std::string> words;
};

/// Checks what was parsed and makes it the verb's options; called when the verb was chosen. Throws
/// Error (one sentence naming the option) when it is wrong.
using FinishVerb = std::function<VerbOptions(const ProgramWords&)>;

// Each adds its verb to the command line; one file a verb.
FinishVerb define_run(CLI::App& app);
FinishVerb define_record(CLI::App& app);
FinishVerb define_report(CLI::App& app);
FinishVerb define_project_tests(CLI::App& app);
FinishVerb define_doctor(CLI::App& app);
FinishVerb define_merge(CLI::App& app);

/// Options of every way to record: --frequency, --timeout, ….
struct RecordingArguments {
  RecordRequest request;
  double timeout_seconds = 0;
  std::string call_graph = "dwarf";
};
void add_recording_options(CLI::App& verb, RecordingArguments& arguments);

/// The request that they amount to. `verb` is named in messages.
RecordRequest to_request(const RecordingArguments& arguments, const char* verb,
                         const ProgramWords& program);

/// What --output-dir stands for (empty: ./profile), absolute. Throws Error when the working
/// directory is gone.
std::filesystem::path absolute_output_root(std::filesystem::path output_root);

/// Options of every way to analyse: --user-root, --top, ….
void add_analysis_options(CLI::App& verb, AnalysisOptions& analysis);

/// Options of gates: --track, --max-user, …. Budgets are kept by kind, each in the order given.
struct GateArguments {
  std::vector<std::string> track;
  std::vector<std::string> max_user;
  std::vector<std::string> max_self;
  std::vector<std::string> max_inclusive;
  bool strict = false;
  double repeat_within_seconds = 60;
};
void add_gate_options(CLI::App& verb, GateArguments& arguments);

/// Puts them, and CXPROF_STRICT, into `run`. Throws Error naming the option that is wrong.
void to_gates(const GateArguments& arguments, RunOptions& run);

/// Refuses words behind `--` for a verb that runs no program.
void refuse_program(const ProgramWords& program, const char* verb, const char* takes);

}  // namespace cxprof
