#include "runner/report/ctest_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "runner/report/ctest_tables.h"
#include "runner/report/ctest_tags.h"
#include "runner/report/rows.h"
#include "runner/support/text.h"
#include "runner/support/usual_names.h"

namespace cxprof {
namespace {

constexpr std::size_t leaders = 3;

// Where nothing is user code, what executed leads.
const std::vector<FunctionCost>& leading_ranking(const Rankings& rankings) {
  return rankings.user_time.empty() ? rankings.self_time : rankings.user_time;
}

class Measurements {
 public:
  Measurements(const Profile& profile, std::ostream& out) : profile_(profile), out_(out) {}

  void write(std::string_view details) {
    put(ctest_number("cxprof.samples", static_cast<double>(profile_.summary.profiled_samples)));
    put(ctest_number("cxprof.cpu_ms", profile_.summary.profiled_time_ms));
    write_leaders();
    write_gates();
    write_rankings();
    write_findings();
    write_files();
    put(ctest_details(details));
  }

 private:
  void put(const std::string& tag) {
    if (!tag.empty()) out_ << tag << std::flush;
  }

  void write_leaders() {
    const auto& ranking = leading_ranking(profile_.rankings);
    for (std::size_t i = 0; i < std::min(leaders, ranking.size()); ++i) {
      std::string name = fmt::format("cxprof.top{}", i + 1);
      put(ctest_text(name, usual_name(ranking[i].symbol)));
      put(ctest_number(name + ".percent",
                       percent_of_profiled(ranking[i].samples, profile_.summary)));
    }
  }

  void write_gates() {
    for (const TrackedFunction& tracked : profile_.tracked) {
      // A trend shows a missing value; a 0 would be a lie.
      if (!tracked.found || profile_.summary.profiled_samples == 0) continue;
      put(ctest_number("cxprof.percent: " + tracked.name,
                       percent_of_profiled(tracked.user_samples, profile_.summary)));
    }
    if (profile_.budgets.empty()) return;
    std::string sentences;
    for (const BudgetResult& result : profile_.budgets) sentences += result.text + "\n";
    put(ctest_preformatted("cxprof.budgets", sentences));
  }

  void write_rankings() {
    const std::string rest = file_to_attach(profile_.detail.recording, "profile.json").filename();
    for (const CTestTable& table : ctest_tables(profile_, rest)) {
      put(ctest_preformatted(table.name, table.text));
    }
  }

  void write_findings() {
    std::string text;
    for (const Finding& finding : profile_.findings) {
      if (finding.severity == Severity::note) continue;
      text += finding.text + "\n";
      if (!finding.advice.empty()) text += "  " + finding.advice + "\n";
    }
    if (!text.empty()) put(ctest_preformatted("cxprof.findings", text));
  }

  void write_files() {
    for (std::string_view file : {"profile.json", "report.txt"}) {
      std::filesystem::path attached = file_to_attach(profile_.detail.recording, file);
      if (!attached.empty()) put(ctest_file(fmt::format("cxprof.{}", file), attached));
    }
  }

  const Profile& profile_;
  std::ostream& out_;
};

std::string failed_gate(const Profile& profile) {
  for (const BudgetResult& result : profile.budgets) {
    bool failed =
        result.verdict == BudgetVerdict::over || result.verdict == BudgetVerdict::no_such_function;
    if (failed) return result.text;
  }
  for (const TrackedFunction& tracked : profile.tracked) {
    if (tracked.found || profile.summary.profiled_samples == 0) continue;
    std::string nearest;
    for (const std::string& name : tracked.nearest) {
      nearest += (nearest.empty() ? "; nearest: " : ", ") + usual_name(name);
    }
    return fmt::format("The program has no function {} to track{}.", tracked.name, nearest);
  }
  return "";
}

std::string undecided_budget(const Profile& profile) {
  for (const BudgetResult& result : profile.budgets) {
    if (result.verdict == BudgetVerdict::undecided) return result.text;
  }
  return "";
}

std::string leader(const Profile& profile) {
  const auto& ranking = leading_ranking(profile.rankings);
  if (ranking.empty()) return "no samples";
  const char* of = profile.rankings.user_time.empty() ? "self time" : "user time";
  std::uint64_t samples = profile.summary.profiled_samples;
  return fmt::format("{} {:.1f} % of {}, {} {}", usual_name(ranking[0].symbol),
                     percent_of_profiled(ranking[0].samples, profile.summary), of, samples,
                     samples == 1 ? "sample" : "samples");
}

}  // namespace

std::string ctest_details_of(const Profile& profile) {
  if (std::string failed = failed_gate(profile); !failed.empty()) return failed;
  const Recording& recording = profile.detail.recording;
  if (recording.failure) return "No profile: " + recording.failure->text;
  std::string stopped;
  if (recording.exit.kind == ExitKind::timed_out) stopped = "stopped at the time limit; ";
  if (profile.summary.profiled_samples == 0) {
    auto why =
        std::find_if(profile.findings.begin(), profile.findings.end(),
                     [](const Finding& finding) { return finding.severity == Severity::error; });
    return stopped + (why == profile.findings.end() ? "no samples" : why->text);
  }
  if (stopped.empty()) {
    if (std::string undecided = undecided_budget(profile); !undecided.empty()) return undecided;
  }
  return stopped + leader(profile);
}

std::filesystem::path file_to_attach(const Recording& recording, std::string_view file) {
  if (recording.run_directory.empty()) return {};
  std::string name = file_name_from(recording.name);
  return recording.run_directory / fmt::format("{}.{}", name, file);
}

void write_ctest_measurements(const Profile& profile, std::string_view details, std::ostream& out) {
  Measurements(profile, out).write(details);
}

}  // namespace cxprof
