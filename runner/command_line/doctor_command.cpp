#include <memory>

#include "runner/command_line/verb_parsers.h"
#include "runner/support/error.h"

namespace cxprof {

FinishVerb define_doctor(CLI::App& app) {
  auto options = std::make_shared<DoctorOptions>();
  CLI::App* verb =
      app.add_subcommand("doctor", "Tell what works on this machine, and what mends the rest");
  verb->add_flag("--json", options->json, "Print the checks as JSON");
  verb->add_option("--perf", options->perf, "perf to use (CXPROF_PERF, else perf from PATH)")
      ->envname("CXPROF_PERF")
      ->type_name("FILE");
  verb->add_flag("--burn", options->burn, "Use 0.3 s of CPU time: what doctor records")->group("");
  verb->footer(R"(Exit status: 0 everything that a profile needs works (some of it may be limited);
1 nothing can be recorded; 2 it records, but something is missing: names or callers of functions,
or what perf itself should tell; 125 wrong usage or an error of cxprof.)");
  return [options](const ProgramWords& program) -> VerbOptions {
    if (program.separator) fail("cxprof doctor takes no program; it records one of its own");
    return *options;
  };
}

}  // namespace cxprof
