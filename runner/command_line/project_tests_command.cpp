#include <algorithm>
#include <memory>

#include "runner/command_line/verb_parsers.h"
#include "runner/support/error.h"

namespace cxprof {

FinishVerb define_project_tests(CLI::App& app) {
  auto arguments = std::make_shared<ProjectTestsOptions>();
  CLI::App* verb = app.add_subcommand("project-tests",
                                      "Used by the CMake package: profiled twins of CTest's tests");
  verb->group("");  // no verb for people
  verb->add_option("--listing", arguments->listing, "What ctest --show-only=json-v1 printed")
      ->required();
  verb->add_option("--files", arguments->files, "Table of the project's files")->required();
  verb->add_option("--output", arguments->output, "CMake code to write")->required();
  verb->add_option("--default-timeout", arguments->command.default_timeout_seconds,
                   "Seconds for tests that have no limit");
  return [arguments](const ProgramWords& program) -> VerbOptions {
    auto separator = std::find(program.words.begin(), program.words.end(), "--");
    if (separator == program.words.end())
      fail(
          "cxprof project-tests needs the words and the options of a twin: -- WORD... -- "
          "OPTION...");
    ProjectTestsOptions options = *arguments;
    options.command.start.assign(program.words.begin(), separator);
    options.command.settings.assign(std::next(separator), program.words.end());
    return options;
  };
}

}  // namespace cxprof
