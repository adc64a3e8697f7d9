#include <memory>

#include "runner/command_line/verb_parsers.h"

namespace cxprof {

FinishVerb define_record(CLI::App& app) {
  auto arguments = std::make_shared<RecordingArguments>();
  CLI::App* verb = app.add_subcommand(
      "record", "Record a program, report later: cxprof record [OPTIONS] -- PROGRAM [ARG...]");
  add_recording_options(*verb, *arguments);
  return [arguments](const ProgramWords& program) -> VerbOptions {
    return RecordOptions{to_request(*arguments, "record", program)};
  };
}

}  // namespace cxprof
