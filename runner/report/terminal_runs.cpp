#include "runner/report/terminal_runs.h"

#include <fmt/format.h>

#include <filesystem>

#include "runner/report/name_shortening.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

constexpr std::size_t fewest_name_columns = 20;

std::string name_of(const ExecutableProfile& run) {
  if (!run.name.empty()) return printable(run.name);
  std::string file = std::filesystem::path(run.executable).filename().string();
  return file.empty() ? "unnamed" : printable(file);
}

// The user's own leading function; without any the one that was executing most.
std::string leader_of(const ExecutableProfile& run) {
  const auto& ranking =
      run.rankings.user_time.empty() ? run.rankings.self_time : run.rankings.user_time;
  return ranking.empty() ? "" : ranking.front().symbol;
}

std::string end_of(const ExitStatus& exit) {
  bool passed = exit.kind == ExitKind::unknown || (exit.kind == ExitKind::exited && exit.code == 0);
  return passed ? "" : " [" + describe(exit) + "]";
}

}  // namespace

std::vector<std::string> run_rows(const std::vector<ExecutableProfile>& executables,
                                  std::size_t width) {
  std::vector<std::string> rows;
  for (const ExecutableProfile& run : executables) {
    const Summary& summary = run.summary;
    std::string row =
        run.event.counts_time
            ? fmt::format("  {:6} {:8.2f}ms  ", summary.profiled_samples, summary.profiled_time_ms)
            : fmt::format("  {:6} {:>10}  ", summary.profiled_samples, "");
    row += name_of(run) + end_of(run.exit);
    if (!run.gate_failures.empty()) row += " [" + printable(run.gate_failures.front()) + "]";
    if (std::string leader = leader_of(run); !leader.empty()) {
      std::size_t taken = display_width(row) + 2;
      std::size_t columns = width == 0                            ? 0
                            : width > taken + fewest_name_columns ? width - taken
                                                                  : fewest_name_columns;
      row += "  " + shortened_name(leader, columns);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace cxprof
