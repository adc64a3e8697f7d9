// record_driver [--OPTION VALUE]... -- PROGRAM [ARG...]
// What `cxprof record` does, without the command line room: record(), then end_like().

#include <fmt/format.h>

#include <cstring>
#include <string>

#include "runner/record/record.h"
#include "runner/record/record_with.h"
#include "runner/support/error.h"
#include "runner/support/logging.h"

namespace {

std::chrono::milliseconds milliseconds(const std::string& text) {
  return std::chrono::milliseconds(std::stol(text));
}

cxprof::ExitStatus run(int argc, char** argv) {
  cxprof::RecordRequest request;
  cxprof::RecordLimits limits;
  limits.launcher = CXPROF_TEST_LAUNCHER;
  request.name = "driver";
  int i = 1;
  for (; i + 1 < argc && std::strcmp(argv[i], "--") != 0; i += 2) {
    std::string option = argv[i];
    std::string value = argv[i + 1];
    if (option == "--root") request.output_root = value;
    if (option == "--name") request.name = value;
    if (option == "--perf") request.perf = value;
    if (option == "--event") request.event = value;
    if (option == "--keep") request.keep_runs = static_cast<unsigned>(std::stoul(value));
    if (option == "--frequency") request.frequency_hz = static_cast<unsigned>(std::stoul(value));
    if (option == "--call-graph" && value == "fp") {
      request.call_graph = cxprof::CallGraph::frame_pointer;
    }
    if (option == "--call-graph" && value == "none") request.call_graph = cxprof::CallGraph::none;
    if (option == "--binary-dir") request.project_binary_dir = value;
    if (option == "--cwd") request.command.working_directory = value;
    if (option == "--quiet") request.quiet_program = value == "1";
    if (option == "--timeout") request.timeout = milliseconds(value);
    if (option == "--grace") limits.grace = milliseconds(value);
    if (option == "--start-limit") limits.perf_start = milliseconds(value);
    if (option == "--finish-limit") limits.perf_finish = milliseconds(value);
    if (option == "--launcher") limits.launcher = value;  // empty: as an installed runner finds it
    if (option == "--log") cxprof::start_logging(value);
  }
  for (++i; i < argc; ++i) request.command.arguments.emplace_back(argv[i]);
  return cxprof::record_with(request, limits).exit;
}

}  // namespace

int main(int argc, char** argv) {
  cxprof::ExitStatus status;
  try {
    cxprof::start_logging("warning");
    status = run(argc, argv);
  } catch (const cxprof::Error& error) {
    fmt::print(stderr, "record_driver: {}\n", error.what());
    return 125;
  }
  cxprof::end_like(status);
}
