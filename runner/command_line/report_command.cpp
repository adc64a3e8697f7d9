#include <memory>

#include "runner/command_line/verb_parsers.h"

namespace cxprof {

FinishVerb define_report(CLI::App& app) {
  struct Arguments {
    ReportCommandOptions report;
    std::string format = "terminal";
  };
  auto arguments = std::make_shared<Arguments>();
  ReportCommandOptions& report = arguments->report;
  CLI::App* verb = app.add_subcommand(
      "report", "Report on a run, a session, a profile.json, a perf.data or perf script text");
  verb->add_option("INPUT", report.input,
                   "Run or session directory, profile.json, perf.data, or the text of perf script "
                   "(- for stdin)")
      ->required();
  verb->add_option("--format", arguments->format,
                   "terminal, json, perf-script, collapsed (folded stacks), top or ctest");
  verb->add_option("--output", report.output, "File to write, - for stdout")->type_name("FILE");
  verb->add_option("--event", report.analysis.analyze.event,
                   "Event to rank (the first one sampled)");
  verb->add_option("--project-binary-dir", report.analysis.analyze.code_roots.binaries,
                   "Binaries below DIR were built by the project")
      ->type_name("DIR")
      ->allow_extra_args(false);
  verb->add_flag("--offsets", report.offsets, "With --format top: one row per instruction");
  verb->add_flag("--annotate", report.annotate,
                 "With --format collapsed: mark frames _[k] (kernel), _[j] (JIT), _[i] (inlined)");
  add_analysis_options(*verb, report.analysis);
  return [arguments](const ProgramWords& program) -> VerbOptions {
    refuse_program(program, "report", "a run directory or a perf.data file");
    ReportCommandOptions options = arguments->report;
    options.format = report_format(arguments->format);
    if (options.output == "-") options.output.clear();
    return options;
  };
}

}  // namespace cxprof
