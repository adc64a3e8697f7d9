#include <fmt/format.h>

#include "runner/command_line/command_line.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

const char* call_graph_name(CallGraph call_graph) {
  switch (call_graph) {
    case CallGraph::frame_pointer:
      return "fp";
    case CallGraph::none:
      return "none";
    case CallGraph::dwarf:
      break;
  }
  return "dwarf";
}

const char* budget_option(BudgetKind kind) {
  switch (kind) {
    case BudgetKind::user:
      return "--max-user";
    case BudgetKind::self:
      return "--max-self";
    case BudgetKind::inclusive:
      break;
  }
  return "--max-inclusive";
}

}  // namespace

std::string repeat_command(const RunOptions& options, const std::string& runner,
                           const std::filesystem::path& working_directory) {
  const RecordRequest& request = options.request;
  const RecordRequest defaults;
  std::vector<std::string> words{runner, "run"};
  auto add = [&](const char* option, const std::string& value) {
    words.emplace_back(option);
    words.push_back(value);
  };
  if (request.frequency_hz != defaults.frequency_hz)
    add("--frequency", fmt::to_string(request.frequency_hz));
  if (request.event != defaults.event) add("--event", request.event);
  if (request.call_graph != defaults.call_graph)
    add("--call-graph", call_graph_name(request.call_graph));
  if (request.stack_bytes != defaults.stack_bytes)
    add("--stack-size", fmt::to_string(request.stack_bytes));
  if (request.timeout) {
    add("--timeout", fmt::format("{}", static_cast<double>(request.timeout->count()) / 1000));
  }
  add("--output-dir", request.output_root.string());
  add("--name", request.name);
  if (!request.project_binary_dir.empty())
    add("--project-binary-dir", request.project_binary_dir.string());
  for (const auto& root : options.analysis.analyze.code_roots.user)
    add("--user-root", root.string());
  for (const auto& root : options.analysis.analyze.code_roots.runtime)
    add("--runtime-root", root.string());
  if (!options.analysis.inlined_frames) words.emplace_back("--no-inline");
  for (const std::string& name : options.gates.tracked) add("--track", name);
  for (const Budget& budget : options.gates.budgets) {
    add(budget_option(budget.kind), fmt::format("{}={}%", budget.function, budget.limit_percent));
  }
  if (options.strict) words.emplace_back("--strict");
  if (options.repeat_within != RunOptions().repeat_within) {
    add("--repeat-within",
        fmt::format("{}", static_cast<double>(options.repeat_within.count()) / 1000));
  }
  words.emplace_back("--");
  words.insert(words.end(), request.command.arguments.begin(), request.command.arguments.end());
  std::string command = shell_quoted(words);
  if (working_directory.empty()) return command;
  return "cd " + shell_quoted(working_directory.string()) + " && " + command;
}

}  // namespace cxprof
