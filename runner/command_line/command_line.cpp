#include "runner/command_line/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <iostream>

#include "runner/command_line/verb_parsers.h"
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
  cxprof merge profile/app/latest profile/test/latest

Exit status of run and record: the program's own (a program killed by a signal: the same signal);
124 time limit, 125 wrong usage or an error of cxprof, 126/127 program not executable / not found,
1 when the program passed but --require-samples, --require-recording, a budget (--max-user) or --track
did not, 77 when it passed but recording is impossible and --skip-unavailable was given.)";

struct Verb {
  const char* name;
  FinishVerb (*define)(CLI::App&);
  bool runs_program = false;
  bool for_people = true;
};
constexpr std::array verbs{
    Verb{"run", define_run, true}, Verb{"record", define_record, true},
    Verb{"report", define_report}, Verb{"merge", define_merge},
    Verb{"doctor", define_doctor}, Verb{"project-tests", define_project_tests, false, false}};

std::string verb_names() {
  std::vector<std::string> names;
  for (const Verb& verb : verbs) {
    if (verb.for_people) names.emplace_back(verb.name);
  }
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

void check_verb(const std::vector<std::string>& words) {
  if (words.empty()) fail("cxprof needs a command: one of {}; see cxprof --help", verb_names());
  auto word = std::find_if(words.begin(), words.end(),
                           [](const std::string& text) { return !text.starts_with('-'); });
  if (word == words.end()) return;
  for (const Verb& verb : verbs) {
    if (*word == verb.name) return;
  }
  fail("cxprof has no command {}; it has {}, see cxprof --help", shell_quoted(*word), verb_names());
}

void add_common_options(CLI::App& verb, Options& options, std::string& expected_version) {
  verb.add_option("--log-level", options.log_level,
                  "Diagnostics on stderr: trace, debug, info, warning, error, off");
  verb.add_option("--expect-version", expected_version,
                  "Refuse to work for a CMake package of another version")
      ->group("");
}

}  // namespace

std::optional<Options> parse_command_line(int argc, const char* const* argv) {
  std::vector<std::string> own(argv + std::min(argc, 1), argv + argc);
  ProgramWords program;
  if (auto separator = std::find(own.begin(), own.end(), "--"); separator != own.end()) {
    program.separator = true;
    program.words.assign(std::next(separator), own.end());
    own.erase(separator, own.end());
  }

  CLI::App app(description, "cxprof");
  app.footer(footer);
  app.set_version_flag("--version", "cxprof " CXPROF_VERSION);
  app.require_subcommand(1);
  Options options;
  std::string expected_version;
  std::vector<FinishVerb> finish;
  for (const Verb& verb : verbs) {
    finish.push_back(verb.define(app));
    add_common_options(*app.get_subcommand(verb.name), options, expected_version);
  }
  check_verb(own);
  try {
    std::reverse(own.begin(), own.end());  // CLI11 takes its vector from the back
    app.parse(std::move(own));
  } catch (const CLI::Success& request) {  // --help, --version
    app.exit(request, std::cout, std::cerr);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    std::string message = error.what();
    std::replace(message.begin(), message.end(), '\n', ' ');
    bool runs_program = std::any_of(verbs.begin(), verbs.end(), [&app](const Verb& verb) {
      return verb.runs_program && app.got_subcommand(verb.name);
    });
    const char* hint = runs_program && !program.separator ? " (the program stands after --)" : "";
    fail("{}{}; see cxprof --help", message, hint);
  }
  check_version(expected_version);
  for (std::size_t i = 0; i < verbs.size(); ++i) {
    if (app.got_subcommand(verbs[i].name)) options.verb = finish[i](program);
  }
  return options;
}

}  // namespace cxprof
