#include "runner/command_line/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>

#include "runner/command_line/version_check.h"
#include "runner/support/error.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

constexpr const char* description =
    "Where does the time go? Records a program with perf and ranks its functions.";
constexpr const char* footer = R"(Examples:
  cxprof run -- ./build/app --fast input.txt
  cxprof run --frequency 4999 --timeout 30 --user-root src -- ./build/app
  cxprof report profile/app/latest --format json

Exit status of run and record: the program's own (a program killed by a signal: the same signal);
124 time limit, 125 wrong usage or an error of cxprof, 126/127 program not executable / not found,
1 when the program passed but --require-samples did not.)";

const std::map<std::string, CallGraph> call_graphs{
    {"dwarf", CallGraph::dwarf}, {"fp", CallGraph::frame_pointer}, {"none", CallGraph::none}};

/// What CLI11 fills in, before it becomes Options.
struct Arguments {
  Options options;
  RunOptions run;  // run and record share the request in here
  ReportCommandOptions report;
  double timeout_seconds = 0;
  std::string call_graph = "dwarf";
  std::string format = "terminal";
  std::string expected_version;
};

void add_common(CLI::App& verb, Arguments& arguments) {
  verb.add_option("--log-level", arguments.options.log_level,
                  "Diagnostics on stderr: trace, debug, info, warning, error, off");
  verb.add_option("--expect-version", arguments.expected_version,
                  "Refuse to work for a CMake package of another version")
      ->group("");
}

void add_recording(CLI::App& verb, Arguments& arguments) {
  RecordRequest& request = arguments.run.request;
  verb.add_option("--frequency", request.frequency_hz, "Samples per second of CPU time (997)")
      ->check(CLI::Range(1U, 100000U));
  verb.add_option("--event", request.event, "Event to sample (cpu-clock)");
  verb.add_option("--call-graph", arguments.call_graph, "How callers are found: dwarf, fp or none")
      ->check(CLI::IsMember({"dwarf", "fp", "none"}));
  verb.add_option("--stack-size", request.stack_bytes,
                  "Bytes of stack copied per sample with dwarf (8192)")
      ->check(CLI::Range(8U, 65528U));
  verb.add_option("--timeout", arguments.timeout_seconds,
                  "Seconds after which the program is ended; its profile is kept")
      ->check(CLI::PositiveNumber);
  verb.add_option("--output-dir", request.output_root,
                  "Run directories go to DIR/NAME/TIME (./profile)")
      ->type_name("DIR");
  verb.add_option("--name", request.name, "Name of the profile (the program's file name)");
  verb.add_option("--project-binary-dir", request.project_binary_dir,
                  "Binaries below DIR were built by the project")
      ->type_name("DIR");
  verb.add_option("--keep-runs", request.keep_runs,
                  "Newest runs of this name to keep, 0 for all (20)");
  verb.add_option("--perf", request.perf, "perf to use (CXPROF_PERF, else perf from PATH)")
      ->envname("CXPROF_PERF")
      ->type_name("FILE");
  verb.add_flag("--quiet-program", request.quiet_program,
                "Keep the program's output in the files, do not show it");
}

void add_analysis(CLI::App& verb, AnalysisOptions& analysis) {
  verb.add_option("--user-root", analysis.analyze.code_roots.user,
                  "Source directory of your own code; may be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
  verb.add_option("--runtime-root", analysis.analyze.code_roots.runtime,
                  "Directory that is not your code even below a user root; may be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
  verb.add_option("--top", analysis.top, "Rows per ranking (12)")->check(CLI::Range(1U, 1000000U));
  verb.add_flag_callback(
      "--no-inline", [&analysis] { analysis.inlined_frames = false; },
      "Do not expand inlined functions");
}

void define_run(CLI::App& app, Arguments& arguments) {
  CLI::App* verb = app.add_subcommand(
      "run",
      "Record a program, rank its functions, report: cxprof run [OPTIONS] -- PROGRAM [ARG...]");
  add_common(*verb, arguments);
  add_recording(*verb, arguments);
  add_analysis(*verb, arguments.run.analysis);
  verb->add_flag_callback(
      "--no-perf-script", [&arguments] { arguments.run.write_perf_script = false; },
      "Do not write perf-script.txt");
  verb->add_flag("--require-samples", arguments.run.require_samples,
                 "Fail (status 1) when there is no profile or no sample in it");
  verb->add_flag("--skip-unavailable", arguments.run.skip_unavailable,
                 "Exit with 77 when recording is impossible and the program passed");
}

void define_record(CLI::App& app, Arguments& arguments) {
  CLI::App* verb = app.add_subcommand(
      "record", "Record a program, report later: cxprof record [OPTIONS] -- PROGRAM [ARG...]");
  add_common(*verb, arguments);
  add_recording(*verb, arguments);
}

void define_report(CLI::App& app, Arguments& arguments) {
  ReportCommandOptions& report = arguments.report;
  CLI::App* verb = app.add_subcommand("report", "Report on a run directory or a perf.data file");
  add_common(*verb, arguments);
  verb->add_option("INPUT", report.input, "Run directory or perf.data file")->required();
  verb->add_option("--format", arguments.format, "terminal, json, perf-script or top");
  verb->add_option("--output", report.output, "File to write, - for stdout")->type_name("FILE");
  verb->add_option("--event", report.analysis.analyze.event,
                   "Event to rank (the first one sampled)");
  verb->add_option("--project-binary-dir", report.analysis.analyze.code_roots.binaries,
                   "Binaries below DIR were built by the project")
      ->type_name("DIR")
      ->allow_extra_args(false);
  verb->add_flag("--offsets", report.offsets, "With --format top: one row per instruction");
  add_analysis(*verb, report.analysis);
}

void check_request(RecordRequest& request, const Arguments& arguments, const char* verb,
                   const std::vector<std::string>& command) {
  if (command.empty() || command.front().empty()) {
    fail("cxprof {} needs the program to run after --, as in: cxprof {} -- ./program argument",
         verb, verb);
  }
  if (request.stack_bytes % 8 != 0) {
    fail("--stack-size {} is not a multiple of 8; perf copies whole words", request.stack_bytes);
  }
  request.command.arguments = command;
  request.call_graph = call_graphs.at(arguments.call_graph);
  if (!std::isfinite(arguments.timeout_seconds)) fail("--timeout must be a number of seconds");
  if (arguments.timeout_seconds > 0) {
    // Above this the milliseconds no longer fit; it is 31 years.
    if (arguments.timeout_seconds > 1e9)
      fail("--timeout {} seconds is too long", arguments.timeout_seconds);
    request.timeout = std::chrono::milliseconds(
        std::max<std::int64_t>(1, static_cast<std::int64_t>(arguments.timeout_seconds * 1000)));
  }
  if (request.name.empty()) {
    request.name = std::filesystem::path(command.front()).filename().string();
  }
  request.name = file_name_from(request.name);
  if (request.output_root.empty()) request.output_root = "profile";
  std::error_code error;
  std::filesystem::path absolute = std::filesystem::absolute(request.output_root, error);
  if (error) {
    fail(
        "--output-dir {} is relative, but the working directory is gone ({}); name an absolute one",
        request.output_root.string(), error.message());
  }
  request.output_root = absolute.lexically_normal();
}

Options to_options(CLI::App& app, Arguments& arguments, std::vector<std::string> command,
                   bool has_separator) {
  Options options;
  options.log_level = arguments.options.log_level;
  check_version(arguments.expected_version);
  if (app.got_subcommand("report")) {
    if (has_separator)
      fail("cxprof report takes no program after --; name a run directory or a perf.data file");
    arguments.report.format = report_format(arguments.format);
    if (arguments.report.output == "-") arguments.report.output.clear();
    options.verb = arguments.report;
    return options;
  }
  const char* verb = app.got_subcommand("run") ? "run" : "record";
  check_request(arguments.run.request, arguments, verb, command);
  if (app.got_subcommand("record")) {
    options.verb = RecordOptions{arguments.run.request};
    return options;
  }
  if (!arguments.run.request.project_binary_dir.empty()) {
    arguments.run.analysis.analyze.code_roots.binaries = {arguments.run.request.project_binary_dir};
  }
  options.verb = arguments.run;
  return options;
}

}  // namespace

std::optional<Options> parse_command_line(int argc, const char* const* argv) {
  // Everything after the first `--` is the program's: CLI11 never sees it, so that it arrives
  // unchanged.
  std::vector<std::string> all(argv + std::min(argc, 1), argv + argc);
  auto separator = std::find(all.begin(), all.end(), "--");
  std::vector<std::string> own(all.begin(), separator);
  bool has_separator = separator != all.end();
  std::vector<std::string> command(has_separator ? std::next(separator) : separator, all.end());

  CLI::App app(description, "cxprof");
  app.footer(footer);
  app.set_version_flag("--version", "cxprof " CXPROF_VERSION);
  app.require_subcommand(1);
  Arguments arguments;
  define_run(app, arguments);
  define_record(app, arguments);
  define_report(app, arguments);

  auto verb = std::find_if(own.begin(), own.end(),
                           [](const std::string& word) { return !word.starts_with('-'); });
  if (own.empty()) fail("cxprof needs a command: run, record or report; see cxprof --help");
  if (verb != own.end() && *verb != "run" && *verb != "record" && *verb != "report") {
    fail("cxprof has no command {}; it has run, record and report, see cxprof --help",
         shell_quoted(*verb));
  }
  try {
    std::reverse(own.begin(), own.end());  // CLI11 takes its vector from the back
    app.parse(std::move(own));
  } catch (const CLI::Success& request) {  // --help, --version
    app.exit(request, std::cout, std::cerr);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    std::string message = error.what();
    std::replace(message.begin(), message.end(), '\n', ' ');
    const char* hint =
        has_separator || app.got_subcommand("report") ? "" : " (the program stands after --)";
    fail("{}{}; see cxprof --help", message, hint);
  }
  return to_options(app, arguments, std::move(command), has_separator);
}

}  // namespace cxprof
