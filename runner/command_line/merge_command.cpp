#include <memory>

#include "runner/command_line/verb_parsers.h"
#include "runner/support/error.h"

namespace cxprof {

FinishVerb define_merge(CLI::App& app) {
  struct Arguments {
    MergeOptions merge;
    std::string format = "terminal";
  };
  auto arguments = std::make_shared<Arguments>();
  MergeOptions& merge = arguments->merge;
  CLI::App* verb = app.add_subcommand("merge", "Add several profiles up to one");
  verb->add_option("INPUT", merge.inputs,
                   "Run directories, profile.json files or session directories");
  verb->add_flag("--session", merge.own_session,
                 "The session of the calling process: merge it, keep the result in it, end it");
  verb->add_flag("--ctest", merge.ctest,
                 "With --session: as a CTest test, with measurements; the session goes on");
  verb->add_option("--output-dir", merge.output_root, "With --session: as of run (./profile)")
      ->type_name("DIR");
  verb->add_option("--format", arguments->format, "terminal or json");
  verb->add_option("--output", merge.output, "File to write, - for stdout")->type_name("FILE");
  verb->add_option("--top", merge.analysis.top, "Rows per ranking (12)")
      ->check(CLI::Range(1U, 1000000U));
  return [arguments](const ProgramWords& program) -> VerbOptions {
    refuse_program(program, "merge", "run directories or profile.json files");
    MergeOptions options = arguments->merge;
    if (options.own_session && !options.inputs.empty()) {
      fail("cxprof merge --session finds its session itself; leave out {}",
           options.inputs.front().string());
    }
    if (!options.own_session && options.inputs.empty()) {
      fail("cxprof merge needs run directories, profile.json files or a session directory");
    }
    if (!options.own_session && !options.output_root.empty()) {
      fail("cxprof merge takes --output-dir with --session only; name a file with --output");
    }
    if (options.ctest && !options.own_session) {
      fail("cxprof merge takes --ctest with --session only");
    }
    options.format = report_format(arguments->format);
    if (options.format != ReportFormat::terminal && options.format != ReportFormat::json) {
      fail(
          "cxprof merge --format {} is not possible: a merged profile holds no samples; choose "
          "terminal or json",
          arguments->format);
    }
    if (options.output == "-") options.output.clear();
    options.output_root = absolute_output_root(options.output_root);
    return options;
  };
}

}  // namespace cxprof
