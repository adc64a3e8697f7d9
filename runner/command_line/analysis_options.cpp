#include "runner/command_line/verb_parsers.h"
#include "runner/support/error.h"

namespace cxprof {

void add_analysis_options(CLI::App& verb, AnalysisOptions& analysis) {
  verb.add_option("--user-root", analysis.analyze.code_roots.user,
                  "Source directory of your own code; may be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
  verb.add_option("--runtime-root", analysis.analyze.code_roots.runtime,
                  "Directory that is not your code even below a user root; may be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
  verb.add_option("--top", analysis.top, "Rows per ranking (12)")->check(CLI::Range(1U, 1000000U));
  verb.add_option("--threads", analysis.threads, "Threads of the analysis (all cores)")
      ->check(CLI::Range(1U, 1024U));
  verb.add_flag_callback(
      "--no-inline", [&analysis] { analysis.inlined_frames = false; },
      "Do not expand inlined functions");
}

void refuse_program(const ProgramWords& program, const char* verb, const char* takes) {
  if (program.separator) fail("cxprof {} takes no program after --; name {}", verb, takes);
}

}  // namespace cxprof
