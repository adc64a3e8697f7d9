#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "runner/doctor/checks.h"
#include "runner/doctor/remedies.h"
#include "runner/record/perf_command.h"
#include "runner/support/text.h"

namespace cxprof::doctor {
namespace {

// What cannot be asked for want of a perf that runs. Empty: it runs.
std::string not_asked(const Facts& facts) {
  if (facts.perf.path.empty()) return "not asked: there is no perf";
  if (facts.perf.failure) return "not asked: this perf does not run";
  return {};
}

std::string dashed(const std::string& name) {
  return (name.size() == 1 ? "-" : "--") + printable(name);
}

std::string list_of(const std::vector<std::string>& names) {
  std::vector<std::string> words;
  for (const std::string& name : names) words.push_back(dashed(name));
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace

Check perf_found(const Facts& facts) {
  Check check{"perf-found", "perf", State::ok, facts.perf.path.string(), "", ""};
  if (!facts.perf.path.empty()) {
    check.text += facts.perf.asked_for.empty() ? " (from PATH)" : " (--perf or CXPROF_PERF)";
  } else if (facts.perf.failure) {
    explain(check, *facts.perf.failure, facts);
  }
  return check;
}

Check perf_runs(const Facts& facts) {
  Check check{"perf-runs", "perf runs", State::ok, "version " + facts.perf.version, "", ""};
  if (std::string reason = not_asked(facts); facts.perf.path.empty()) {
    check.state = State::missing;
    check.text = reason;
  } else if (facts.perf.failure) {
    explain(check, *facts.perf.failure, facts);
  } else if (facts.perf.version.empty()) {
    check.state = State::limited;
    check.text = "it runs, but does not say its version";
  }
  return check;
}

Check perf_build_options(const Facts& facts) {
  constexpr const char* none_needed =
      "CxProf needs none of them: perf only records, CxProf unwinds and names by itself";
  Check check{"perf-build-options", "perf's build options", State::ok, "", "", ""};
  if (std::string reason = not_asked(facts); !reason.empty()) {
    check.state = State::missing;
    check.text = reason;
    return check;
  }
  std::vector<std::string> seen;
  for (const char* name : {"dwarf", "libelf", "libunwind", "libdw-dwarf-unwind", "zstd"}) {
    auto option = facts.perf.build_options.find(name);
    if (option == facts.perf.build_options.end()) continue;
    seen.push_back(fmt::format("{} {}", name, option->second ? "on" : "off"));
  }
  check.text = seen.empty() ? fmt::format("it does not say; {}", none_needed)
                            : fmt::format("{}; {}", fmt::join(seen, ", "), none_needed);
  return check;
}

Check perf_record_options(const Facts& facts) {
  Check check{"perf-record-options", "perf record's options", State::ok, "", "", ""};
  if (std::string reason = not_asked(facts); !reason.empty()) {
    check.state = State::missing;
    check.text = reason;
    return check;
  }
  const auto& optional = optional_perf_options();
  std::vector<std::string> needed;
  std::vector<std::string> without = facts.trial.left_out;  // what was tried counts first
  for (const std::string& name : facts.perf.unknown_options) {
    bool can_do_without = std::find(optional.begin(), optional.end(), name) != optional.end();
    std::vector<std::string>& list = can_do_without ? without : needed;
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
  }
  if (!needed.empty() && facts.trial.samples == 0) {
    check.state = State::missing;
    check.text =
        fmt::format("it does not know {}, which a recording needs: it is too old", list_of(needed));
    Remedy remedy = install_perf(facts.system);
    check.command = remedy.command;
  } else if (!without.empty()) {
    check.state = State::limited;
    check.text = fmt::format(
        "this perf or kernel does not know {}; CxProf records without, which takes longer or tells "
        "less of builds that have changed since",
        list_of(without));
  } else if (!facts.perf.options_listed && facts.trial.samples == 0) {
    check.state = State::limited;
    check.text = "it does not list its options";
  } else {
    check.text = fmt::format("it knows all that CxProf uses ({})", list_of(optional));
  }
  return check;
}

}  // namespace cxprof::doctor
