#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "runner/report/name_shortening.h"
#include "runner/report/reporters.h"
#include "runner/report/rows.h"
#include "runner/report/terminal_gates.h"
#include "runner/report/terminal_runs.h"
#include "runner/report/terminal_text.h"
#include "runner/support/profile_root.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

constexpr std::size_t fewest_name_columns = 20;  // Narrower is no use: the line rather wraps.
constexpr std::size_t room_for_objects = 24;     // Names need so many columns before objects do.
constexpr std::size_t hot_line_rows = 5;

class TerminalReport {
 public:
  TerminalReport(const Profile& profile, const ReportOptions& options, std::ostream& out)
      : profile_(profile),
        recording_(profile.detail.recording),
        options_(options),
        style_(options.color),
        out_(out) {}

  void write() {
    write_title();
    write_findings(Severity::error, Severity::warning, "Warnings:");
    write_findings(Severity::note, Severity::note, "Notes:");
    write_facts();
    write_runs();
    write_terminal_gates(profile_, options_, style_, out_);
    const Rankings& rankings = profile_.rankings;
    write_functions("Top user time:", rankings.user_time, rankings.user_time.size(),
                    "  no samples in user code");
    write_functions("Top self time:", rankings.self_time, rankings.self_time.size(),
                    "  no samples");
    write_functions("Top inclusive time:", without_inlined_runtime(rankings.inclusive_time),
                    rankings.inclusive_time.size(),
                    rankings.callers_available ? "  no samples"
                                               : "  not available: no call stacks were recorded");
    write_attribution();
    write_hot_lines();
    write_counters();
    write_ending();
  }

 private:
  void write_title() {
    // A recording made elsewhere has no name but its file's.
    std::string name =
        recording_.name.empty() ? recording_.perf_data.filename().string() : recording_.name;
    if (name.empty()) name = "unnamed";
    if (std::size_t runs = profile_.executables.size(); runs > 0) {
      name = fmt::format("{} {} merged", runs, runs == 1 ? "run" : "runs");
    }
    std::vector<std::string> command = recording_.command.arguments;
    if (command.empty() && !profile_.target.executable.empty()) {
      command = {profile_.target.executable};
    }
    std::string how = "Linux perf, " + profile_.event.name;
    if (profile_.event.frequency_hz > 0) how += fmt::format(", {} Hz", profile_.event.frequency_hz);
    if (profile_.event.period > 0) how += fmt::format(", every {}", profile_.event.period);
    out_ << style_.heading("Profile: " + printable(name)) << (command.empty() ? "" : " - ")
         << printable(shell_quoted(command)) << " (" << printable(how) << ")\n";
  }

  void write_findings(Severity most, Severity least, const char* heading) {
    bool first = true;
    for (const Finding& finding : profile_.findings) {
      if (finding.severity > most || finding.severity < least) continue;
      if (first) out_ << "\n" << style_.heading(heading) << "\n";
      first = false;
      std::string text = wrapped(printable(finding.text), 2, options_.width);
      text.pop_back();
      out_ << (finding.severity == Severity::error     ? style_.error(text)
               : finding.severity == Severity::warning ? style_.warning(text)
                                                       : text)
           << "\n";
      if (!finding.advice.empty()) {
        out_ << wrapped(printable(finding.advice), 4, options_.width);
      }
    }
  }

  void write_facts() {
    const Summary& summary = profile_.summary;
    std::string line = fmt::format("Samples: {}", summary.profiled_samples);
    if (profile_.event.counts_time) {
      line += fmt::format(", sample weight: {:.2f}ms, CPU time sampled: {:.2f}ms",
                          summary.sample_weight_ms, summary.profiled_time_ms);
    }
    if (const auto& used = recording_.resources) {
      if (used->user_cpu_seconds && used->system_cpu_seconds) {
        line += fmt::format(", measured: {:.2f}ms",
                            1000 * (*used->user_cpu_seconds + *used->system_cpu_seconds));
      }
      line += fmt::format(", wall: {:.2f}ms", 1000 * used->wall_seconds);
    }
    out_ << "\n" << wrapped(line, 0, options_.width);
    write_build();
    if (profile_.program_line) {
      out_ << wrapped("Program printed: " + printable(profile_.program_line->text), 0,
                      options_.width);
    }
    const ExitStatus& exit = recording_.exit;
    bool plain =
        exit.kind == ExitKind::unknown || (exit.kind == ExitKind::exited && exit.code == 0);
    if (!plain) {
      bool ours = exit.kind == ExitKind::timed_out;
      out_ << "Exit status: " << describe(exit)
           << (ours ? " (set by cxprof)\n" : " (the program's own)\n");
    }
  }

  void write_runs() {
    if (profile_.executables.empty()) return;
    out_ << "\n" << style_.heading("Runs:") << "\n";
    for (const std::string& row : run_rows(profile_.executables, options_.width)) {
      out_ << row << "\n";
    }
  }

  void write_build() {
    const Target& target = profile_.target;
    if (target.producer.empty() && target.build_id.empty()) return;
    // The flags follow in profile.json.
    std::string compiler = target.producer.substr(0, target.producer.find(" -"));
    std::string line = "Build: " + (compiler.empty() ? "compiler not known" : compiler);
    if (!target.optimization.empty()) line += ", " + target.optimization;
    if (!target.build_id.empty()) line += ", build id " + target.build_id;
    out_ << wrapped(printable(line), 0, options_.width);
  }

  // "   65.0%  1650.00ms   1650  "; no milliseconds for events that count none.
  [[nodiscard]] std::string numbers(std::uint64_t samples, double time_ms) const {
    double percent = percent_of_profiled(samples, profile_.summary);
    if (!profile_.event.counts_time) return fmt::format("  {:5.1f}% {:8}  ", percent, samples);
    return fmt::format("  {:5.1f}% {:8.2f}ms {:6}  ", percent, time_ms, samples);
  }

  // Columns left for names behind `taken` others; 0: unlimited.
  [[nodiscard]] std::size_t columns_behind(std::size_t taken) const {
    if (options_.width == 0) return 0;
    return std::max(options_.width > taken ? options_.width - taken : 0, fewest_name_columns);
  }

  // The object's name, unless the symbol before it would be squeezed for it.
  [[nodiscard]] std::string object_where_it_fits(std::string suffix, std::size_t taken) const {
    bool fits =
        options_.width == 0 || taken + display_width(suffix) + room_for_objects <= options_.width;
    return fits ? suffix : "";
  }

  // Inlined internals of the standard library would fill the table and tell nothing that their
  // caller does not; profile.json has them.
  static std::vector<FunctionCost> without_inlined_runtime(std::vector<FunctionCost> ranking) {
    std::erase_if(ranking,
                  [](const FunctionCost& cost) { return cost.inlined && !cost.user_code; });
    return ranking;
  }

  // `all`: rows that profile.json has, when `ranking` holds fewer.
  void write_functions(const char* heading, const std::vector<FunctionCost>& ranking,
                       std::size_t all, const char* nothing) {
    out_ << "\n" << style_.heading(heading) << "\n";
    if (ranking.empty()) out_ << nothing << "\n";
    for (std::size_t i = 0; i < ranking.size() && i < options_.top; ++i) {
      const FunctionCost& cost = ranking[i];
      std::string row = numbers(cost.samples, cost.time_ms);
      std::string suffix = cost.inlined ? " (inlined)" : "";
      suffix = object_where_it_fits(object_suffix(cost.symbol, cost.module, profile_.target),
                                    row.size() + suffix.size()) +
               suffix;
      out_ << row << shortened_name(cost.symbol, columns_behind(row.size() + display_width(suffix)))
           << suffix << "\n";
    }
    write_rest(all, std::min(options_.top, ranking.size()),
               all > ranking.size() ? ", inlined library functions among them" : "");
  }

  // `what`: of which some are left out wherever they stand.
  void write_rest(std::size_t rows, std::size_t shown, const char* what = "") {
    if (rows <= shown) return;
    // A recording that was made elsewhere has no profile.json beside it.
    bool kept = !profile_.detail.recording.run_directory.empty();
    out_ << fmt::format("  … {} more {} {}{}\n", rows - shown, rows - shown == 1 ? "row" : "rows",
                        kept ? "in profile.json" : "(--top)", what);
  }

  void write_attribution() {
    out_ << "\n" << style_.heading("Runtime leaf costs attributed to user callers:") << "\n";
    const auto& ranking = profile_.rankings.runtime_leaf_attributed_to_user;
    if (ranking.empty()) {
      out_ << (profile_.rankings.callers_available
                   ? "  no attributed runtime leaf samples\n"
                   : "  not available: no call stacks were recorded\n");
    }
    for (std::size_t i = 0; i < ranking.size() && i < options_.top; ++i) {
      const AttributedCost& cost = ranking[i];
      std::string row = numbers(cost.samples, cost.time_ms);
      constexpr std::string_view arrow = " <- ";
      std::string suffix = object_where_it_fits(
          object_suffix(cost.runtime_symbol, cost.runtime_module, profile_.target),
          row.size() + arrow.size() + room_for_objects);
      std::size_t columns = columns_behind(row.size() + arrow.size() + display_width(suffix));
      // Each name may use what the other one leaves of its half.
      std::string runtime = shortened_name(cost.runtime_symbol, columns / 2);
      std::string user =
          shortened_name(cost.user_symbol, columns == 0 ? 0 : columns - display_width(runtime));
      if (columns > 0) {
        runtime = shortened_name(cost.runtime_symbol, columns - display_width(user));
      }
      out_ << row << user << arrow << runtime << suffix << "\n";
    }
    write_rest(ranking.size(), options_.top);
  }

  void write_hot_lines() {
    const auto& lines = profile_.rankings.hot_lines;
    if (lines.empty()) return;
    out_ << "\n" << style_.heading("Hot lines of user code:") << "\n";
    std::size_t rows = std::min(hot_line_rows, options_.top);
    for (std::size_t i = 0; i < lines.size() && i < rows; ++i) {
      const LineCost& line = lines[i];
      std::string row = numbers(line.samples, line.time_ms);
      std::string place = fmt::format("{}:{}", line.file, line.line);
      std::size_t columns = columns_behind(row.size() + 2);
      place = middle_shortened(printable(place), columns == 0 ? 0 : columns * 3 / 5);
      out_ << row << place << "  "
           << shortened_name(line.symbol, columns == 0 ? 0 : columns - display_width(place))
           << "\n";
    }
    write_rest(lines.size(), rows);
  }

  void write_counters() {
    const DataQuality& quality = profile_.data_quality;
    std::string text;
    auto count = [&](std::uint64_t samples, const char* what) {
      if (samples == 0) return;
      text += fmt::format("{}{} ({:.1f}%) {}", text.empty() ? "" : ", ", samples,
                          percent_of_profiled(samples, profile_.summary), what);
    };
    count(quality.without_user_frame, "without user code on the stack");
    count(quality.user_frame_unknown, "with unknown user caller");
    count(quality.unsymbolized_leaves, "in unnamed functions");
    count(quality.unknown_object_leaves, "in unknown objects");
    if (!text.empty()) out_ << "\n" << wrapped("Of the samples: " + text, 0, options_.width);
  }

  void write_path(const char* what, const std::filesystem::path& path) {
    if (!path.empty()) out_ << what << printable(path.string()) << "\n";
  }

  // Lines to copy: never shortened, whatever the width.
  void write_ending() {
    out_ << "\n";
    if (!recording_.run_directory.empty()) {
      write_path("Detailed JSON report: ", recording_.run_directory / "profile.json");
    }
    for (const ExecutableProfile& run : profile_.executables) {
      if (run.run_directory.empty()) continue;
      out_ << "Open one run: " << printable(shell_quoted({"cxprof", "report", run.run_directory}))
           << "\n";
      break;  // the others lie beside it, and profile.json names them all
    }
    write_path("Program stdout: ", recording_.stdout_file);
    write_path("Program stderr: ", recording_.stderr_file);
    if (!recording_.repeat_command.empty()) {
      out_ << "Repeat: " << printable(recording_.repeat_command) << "\n";
    }
    if (recording_.perf_data.empty()) return;
    std::vector<std::string> perf{"perf"};
    if (!recording_.run_directory.empty()) {
      perf.insert(perf.end(),
                  {"--buildid-dir", profile_root_of(recording_.run_directory).string()});
    }
    perf.insert(perf.end(), {"report", "-i", recording_.perf_data.string()});
    out_ << "Inspect with perf: " << printable(shell_quoted(perf)) << "\n";
  }

  const Profile& profile_;
  const Recording& recording_;
  const ReportOptions& options_;
  Style style_;
  std::ostream& out_;
};

}  // namespace

void write_terminal_report(const Profile& profile, const ReportOptions& options,
                           std::ostream& out) {
  TerminalReport(profile, options, out).write();
}

}  // namespace cxprof
