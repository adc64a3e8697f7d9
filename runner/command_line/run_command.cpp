#include <memory>

#include "runner/command_line/environment_flag.h"
#include "runner/command_line/verb_parsers.h"

namespace cxprof {

FinishVerb define_run(CLI::App& app) {
  struct Arguments {
    RecordingArguments recording;
    GateArguments gates;
    RunOptions run;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* verb = app.add_subcommand(
      "run",
      "Record a program, rank its functions, report: cxprof run [OPTIONS] -- PROGRAM [ARG...]");
  add_recording_options(*verb, arguments->recording);
  add_analysis_options(*verb, arguments->run.analysis);
  add_gate_options(*verb, arguments->gates);
  verb->add_flag_callback(
      "--no-perf-script", [arguments] { arguments->run.write_perf_script = false; },
      "Do not write perf-script.txt");
  verb->add_flag("--require-samples", arguments->run.require_samples,
                 "Fail (status 1) when there is no profile or no sample in it");
  verb->add_flag("--skip-unavailable", arguments->run.skip_unavailable,
                 "Exit with 77 when recording is impossible and the program passed");
  verb->add_option("--skip-status", arguments->run.skip_status, "Status of --skip-unavailable (77)")
      ->check(CLI::Range(1, 255));
  verb->add_flag("--program-skips", arguments->run.program_skips,
                 "With --ctest: the program's own --skip-status means skipped, else failed");
  verb->add_flag("--require-recording", arguments->run.require_recording,
                 "Fail (status 1) when recording is impossible (CXPROF_REQUIRE_PERF)");
  verb->add_flag("--ctest", arguments->run.ctest,
                 "Runs as a CTest test: report and measurements, then the program's output");
  return [arguments](const ProgramWords& program) -> VerbOptions {
    RunOptions run = arguments->run;
    if (!run.require_recording) run.require_recording = environment_flag("CXPROF_REQUIRE_PERF");
    run.request = to_request(arguments->recording, "run", program);
    to_gates(arguments->gates, run);
    if (!run.request.project_binary_dir.empty()) {
      run.analysis.analyze.code_roots.binaries = {run.request.project_binary_dir};
    }
    return run;
  };
}

}  // namespace cxprof
