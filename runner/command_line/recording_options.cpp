#include <algorithm>
#include <cmath>
#include <map>

#include "runner/command_line/verb_parsers.h"
#include "runner/support/error.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

const std::map<std::string, CallGraph> call_graphs{
    {"dwarf", CallGraph::dwarf}, {"fp", CallGraph::frame_pointer}, {"none", CallGraph::none}};

}  // namespace

void add_recording_options(CLI::App& verb, RecordingArguments& arguments) {
  RecordRequest& request = arguments.request;
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
                  "Newest runs of this name, or sessions, to keep, 0 for all (20)");
  verb.add_flag(
      "--session", request.in_session,
      "The run belongs to the session of the calling process: DIR/session/TIME/NNN-PROGRAM");
  verb.add_option("--perf", request.perf, "perf to use (CXPROF_PERF, else perf from PATH)")
      ->envname("CXPROF_PERF")
      ->type_name("FILE");
  verb.add_flag("--quiet-program", request.quiet_program,
                "Keep the program's output in the files, do not show it");
}

std::filesystem::path absolute_output_root(std::filesystem::path output_root) {
  if (output_root.empty()) output_root = "profile";
  std::error_code error;
  std::filesystem::path absolute = std::filesystem::absolute(output_root, error);
  if (error) {
    fail(
        "--output-dir {} is relative, but the working directory is gone ({}); name an absolute one",
        output_root.string(), error.message());
  }
  return absolute.lexically_normal();
}

RecordRequest to_request(const RecordingArguments& arguments, const char* verb,
                         const ProgramWords& program) {
  RecordRequest request = arguments.request;
  const std::vector<std::string>& command = program.words;
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
  bool named = !request.name.empty();
  if (!named) request.name = std::filesystem::path(command.front()).filename().string();
  request.name = file_name_from(request.name);
  if (request.name == "session") {
    // The folder of that name holds the sessions. A program may be called so all the same.
    if (named) fail("--name session is taken: that folder holds sessions; choose another name");
    request.name = "session_";
  }
  request.output_root = absolute_output_root(request.output_root);
  return request;
}

}  // namespace cxprof
